/** Where the lists that a reader keeps are, in localStorage. Nothing else of them is on the device but copies of public files. */
export const LISTS_KEY = 'materia-lists';

/** Whether this browser keeps a list: all that a page asks of a reader who keeps none. A browser that refuses storage keeps none. */
export function keepsLists(): boolean {
  try {
    return localStorage.getItem(LISTS_KEY) !== null;
  } catch {
    return false;
  }
}
