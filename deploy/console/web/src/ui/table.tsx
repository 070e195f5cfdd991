import type { ComponentChildren } from 'preact';
import { here, param } from '../lib/route';
import { count } from '../lib/text';
import { Nothing } from './page';

export interface Column<T> {
  name: string;
  cell: (row: T) => ComponentChildren;
  number?: boolean;
  wide?: boolean;
}

/** Rows of a page of a list. It scrolls by itself where it is wider than the window. */
export function Table<T>({
  label,
  rows,
  columns,
  rowKey,
  none,
}: {
  label: string;
  rows: T[];
  columns: Column<T>[];
  rowKey: (row: T, index: number) => string;
  none: ComponentChildren;
}) {
  if (rows.length === 0) {
    return <Nothing>{none}</Nothing>;
  }
  return (
    <div class="tablebox" tabIndex={0} role="region" aria-label={label}>
      <table>
        <caption class="unseen">{label}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" class={column.number ? 'number' : ''}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey(row, index)}>
              {columns.map((column) => (
                <td key={column.name} class={(column.number ? 'number' : '') + (column.wide ? ' wide' : '')}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The way through the pages of a list. Going back is the browser's, as each page has an address. */
export function Pager({ next, shown, total }: { next: string | null | undefined; shown: number; total: number | null | undefined }) {
  const first = param('cursor') === null;
  if (first && !next) {
    return (
      <p class="pager">
        {count(shown)} shown{total === null || total === undefined ? '' : ', ' + count(total) + ' in all'}
      </p>
    );
  }
  return (
    <nav class="pager" aria-label="Pages of the list">
      <span>
        {count(shown)} shown{total === null || total === undefined ? '' : ' of ' + count(total)}
      </span>
      {first ? null : <a href={here({ cursor: null })}>First page</a>}
      {next ? <a href={here({ cursor: next })}>Next page</a> : <span>Last page</span>}
    </nav>
  );
}

/** A field that filters a list: it is part of the address once it is left or Enter is pressed. */
export function Filter({
  name,
  label,
  value,
  choices,
  set,
}: {
  name: string;
  label: string;
  value: string | null;
  choices?: [string, string][];
  set: (value: string) => void;
}) {
  const id = 'filter-' + name;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {choices ? (
        <select id={id} value={value ?? ''} onChange={(event) => set(event.currentTarget.value)}>
          {choices.map(([choice, title]) => (
            <option key={choice} value={choice}>
              {title}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          type="text"
          autoComplete="off"
          spellcheck={false}
          value={value ?? ''}
          onChange={(event) => set(event.currentTarget.value.trim())}
        />
      )}
    </div>
  );
}
