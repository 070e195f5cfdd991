import { href } from '../lib/route';
import type { Waits } from '../lib/types';
import { Time } from '../ui/bits';
import { Nothing } from '../ui/page';
import { Inline, T } from '../ui/text';

export function idOf(waits: Waits): string {
  switch (waits.type) {
    case 'asked':
      return waits.ask.question.approval;
    case 'in-doubt':
      return waits.write.action;
    case 'granted':
      return waits.grant.grant;
  }
}

/** What waits on one agent, each with the way to where it is answered. */
export function WaitsList({ waits }: { waits: Waits[] }) {
  if (waits.length === 0) {
    return <Nothing>Nothing waits for a person.</Nothing>;
  }
  return (
    <ul class="plain">
      {waits.slice(0, 100).map((one) => (
        <li key={one.type + idOf(one)}>
          {one.type === 'granted' ? (
            <>
              Approved in advance by <T text={one.grant.by} />, rule <T text={one.grant.rule} />, {one.grant.left} times more until <Time at={one.grant.until} />:{' '}
              <Inline value={one.grant.pattern} />
            </>
          ) : (
            <a href={href('inbox', { id: idOf(one) })}>
              {one.type === 'asked' ? (
                <>
                  May it <T text={one.ask.tool} />? Expires <Time at={one.ask.question.expiresAt} />
                </>
              ) : (
                <>
                  Did <T text={one.write.tool} /> happen?
                </>
              )}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
