import { signal } from '@preact/signals';

/** Where the reader is: the whole state of a page is in its address. */
export interface Place {
  path: string;
  query: URLSearchParams;
}

export type Query = Record<string, string | number | boolean | null | undefined>;

function read(): Place {
  return { path: location.pathname.replace(/^\//, '') || 'now', query: new URLSearchParams(location.search) };
}

export const place = signal<Place>(read());

window.addEventListener('popstate', () => {
  place.value = read();
});

export function param(name: string): string | null {
  return place.value.query.get(name);
}

/** Parts that are null or empty are left out; half a character is written as what stands for it. */
export function queryText(query: Query): string {
  const parts = Object.entries(query)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => name + '=' + encodeURIComponent(String(value).replace(/[\ud800-\udfff]/gu, '\ufffd')));
  return parts.length === 0 ? '' : '?' + parts.join('&');
}

/** The address of a page. */
export function href(path: string, query: Query = {}): string {
  return '/' + path + queryText(query);
}

/** The address of the page that is shown, with some parts changed. */
export function here(changes: Query): string {
  const query: Query = Object.fromEntries(place.value.query);
  return href(place.value.path, { ...query, ...changes });
}

/** Goes to an address of this page. Steps within a page don't each become a step back. */
export function go(address: string, how: 'push' | 'replace' = 'push'): void {
  if (address === location.pathname + location.search) {
    return;
  }
  if (how === 'push') {
    history.pushState(null, '', address);
  } else {
    history.replaceState(null, '', address);
  }
  place.value = read();
}

/** Links within the page don't load it anew. */
export function followLinks(): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
      return;
    }
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null || link.target !== '' || link.hasAttribute('download') || link.origin !== location.origin) {
      return;
    }
    if (link.hash !== '' || /^\/(api|login)\//.test(link.pathname)) {
      return;
    }
    event.preventDefault();
    go(link.pathname + link.search);
  });
}
