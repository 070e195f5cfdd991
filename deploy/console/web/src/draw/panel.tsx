import { useState } from 'preact/hooks';
import { brief } from '../lib/text';
import type { Drawing, Panel } from '../lib/types';
import { Nothing } from '../ui/page';
import { T } from '../ui/text';
import { GraphDrawing, MarksDrawing, type Trail } from './map';
import { Picture } from './picture';

/** What a world draws of a view, each drawing with a table of the same beside it. */
export function PanelView({ panel, trails }: { panel: Panel; trails: Trail[] }) {
  return (
    <div class="panel">
      <p class="title">
        <T text={panel.title} />
      </p>
      {panel.drawings.length === 0 ? <Nothing>Its world draws nothing of it.</Nothing> : null}
      {panel.drawings.map((drawing, index) => (
        <figure key={index} class={'drawing ' + drawing.type}>
          <figcaption>
            <T text={drawing.title} /> <span class="muted">({drawing.type})</span>
          </figcaption>
          <One drawing={drawing} trails={trails} />
        </figure>
      ))}
    </div>
  );
}

function One({ drawing, trails }: { drawing: Drawing; trails: Trail[] }) {
  switch (drawing.type) {
    case 'grid':
    case 'hexes':
      return (
        <div class="twin">
          <MarksDrawing drawing={drawing} trails={trails} />
          <Cells
            label={drawing.title}
            columns={['x', 'y', 'kind', 'label']}
            rows={drawing.marks.map((mark) => [String(mark.x), String(mark.y), mark.kind, mark.label])}
          />
        </div>
      );
    case 'graph':
      return (
        <div class="twin">
          <GraphDrawing drawing={drawing} />
          <Cells
            label={drawing.title}
            columns={['node', 'kind', 'joined with']}
            rows={drawing.nodes.map((node) => [
              node.label,
              node.kind,
              drawing.edges
                .filter((edge) => edge.from === node.id)
                .slice(0, 12)
                .map((edge) => (edge.label ? edge.label + ' ' : '') + edge.to)
                .join(', '),
            ])}
          />
        </div>
      );
    case 'table':
      return <Cells label={drawing.title} columns={drawing.columns} rows={drawing.rows} />;
    case 'picture':
      return <Picture key={drawing.hash} hash={drawing.hash} title={drawing.title} />;
  }
}

const SHOWN = 25;

function Cells({ label, columns, rows }: { label: string; columns: string[]; rows: string[][] }) {
  const [all, setAll] = useState(false);
  if (rows.length === 0) {
    return <Nothing>Nothing is there.</Nothing>;
  }
  return (
    <div class="cells">
      <div class="tablebox" tabIndex={0} role="region" aria-label={'Table: ' + brief(label, 60)}>
        <table>
          <caption class="unseen">{brief(label, 100)}</caption>
          <thead>
            <tr>
              {columns.slice(0, 24).map((column, index) => (
                <th key={index} scope="col">
                  <T text={column} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, all ? 200 : SHOWN).map((row, index) => (
              <tr key={index}>
                {columns.slice(0, 24).map((_, cell) => (
                  <td key={cell}>
                    <bdi class="t">{brief(row[cell] ?? '', 200)}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > SHOWN ? (
        <button type="button" class="quiet" onClick={() => setAll(!all)}>
          {all ? 'Show fewer rows' : 'Show ' + Math.min(200, rows.length) + ' of ' + rows.length + ' rows'}
        </button>
      ) : null}
    </div>
  );
}
