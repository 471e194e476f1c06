/** An address in its one form: lower-case scheme and host, no default port, no closing slash; or what is wrong with it. */
export type CheckedAddress = { readonly address: string } | { readonly fault: string };

/**
 * Reads the public address of a site or of an API. Pages link from the root of their host, so a site has no path; an API
 * may live below one. The fault continues a sentence that begins with the name of the setting.
 */
export function checkAddress(text: string, { mayHavePath }: { mayHavePath: boolean }): CheckedAddress {
  const said = `is ${JSON.stringify(text)}`;
  const url = URL.parse(text.trim());
  if (url === null || !/^https?:\/\//i.test(text.trim())) {
    const found = url && !/^[a-z][a-z0-9+.-]*:\d+/i.test(text) ? url.protocol : undefined;
    return {
      fault: `${said}; ${found ? `${found} is no scheme of a site: ` : ''}write the whole address, like "https://example.org"`,
    };
  }
  if (url.username || url.password)
    return { fault: `${said}; an address that everybody reads holds no user or password` };
  if (url.search || url.hash) return { fault: `${said}; leave out what begins with "?" or "#"` };
  const path = url.pathname.replace(/\/+$/, '');
  if (path !== '' && !mayHavePath)
    return { fault: `${said}; pages live at the root of a host: leave out "${path}" (only BASE_URL may have a path)` };
  if (!/^(?:\/[A-Za-z0-9._~-]+)*$/.test(path))
    return { fault: `${said}; a path may hold letters, digits and . _ ~ - between single slashes` };
  return { address: `${url.origin}${path}` };
}
