import { brief } from '../lib/text';
import { Table } from './table';

/** What a line is called, and what it says of one share of the agents. */
export type Line<T> = [string, (of: T) => string];

/** Two shares of the agents side by side, as after a change that one of them got. */
export function Compared<T>({ lines, each, names }: { lines: Line<T>[]; each: readonly [T, T]; names: [string, string] }) {
  return (
    <Table
      label="Both compared"
      rows={lines}
      rowKey={(line) => line[0]}
      none=""
      columns={[
        { name: 'What', cell: (line) => line[0] },
        { name: brief(names[0], 40), number: true, cell: (line) => line[1](each[0]) },
        { name: 'against ' + brief(names[1], 40), number: true, cell: (line) => line[1](each[1]) },
      ]}
    />
  );
}
