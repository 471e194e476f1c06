/** Says of one size after another whether it still fits, with all that were asked before it. */
export function sizeBudget(most: number): (size: number) => boolean {
  let left = most;
  return (size) => {
    left -= size;
    return left >= 0;
  };
}
