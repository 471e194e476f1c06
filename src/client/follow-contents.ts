/** Marks the section being read in the table of contents. */
export function followContents(): void {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('.contents a')].map((link) => [link.hash.slice(1), link]),
  );
  if (links.size === 0) return;
  const seen = new Set<string>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) seen[isIntersecting ? 'add' : 'delete'](target.id);
      const current = [...links.keys()].find((id) => seen.has(id));
      if (!current) return;
      for (const [id, link] of links) link.toggleAttribute('aria-current', id === current);
      // On a phone the contents are a bar that scrolls by itself.
      const link = links.get(current) as HTMLAnchorElement;
      const bar = link.closest<HTMLElement>('.contents');
      if (bar && bar.scrollWidth > bar.clientWidth) bar.scrollLeft = link.offsetLeft - bar.clientWidth / 3;
    },
    // The section that crosses a line at a quarter of the window is the one being read.
    { rootMargin: '-25% 0% -74% 0%' },
  );
  for (const id of links.keys()) {
    const section = document.getElementById(id);
    if (section) observer.observe(section);
  }
}
