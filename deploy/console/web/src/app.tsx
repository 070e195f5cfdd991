import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { Problem, readSession, session } from './lib/api';
import { end, resume } from './lib/live';
import { go, place } from './lib/route';
import { own } from './lib/text';
import { AgentPage } from './pages/agent';
import { AgentsPage } from './pages/agents';
import { AuditPage } from './pages/audit';
import { CostPage } from './pages/cost';
import { InboxPage } from './pages/inbox';
import { LettersPage } from './pages/letters';
import { loginByFragment, LoginPage } from './pages/login';
import { NowPage } from './pages/now';
import { RunPage } from './pages/run';
import { RunsPage } from './pages/runs';
import { SearchPage } from './pages/search';
import { SliderPage } from './pages/slider';
import { WorldPage } from './pages/world';
import { Boundary } from './ui/boundary';
import { Banner, Frame } from './ui/frame';
import { DeedDialog } from './ui/dialog';
import { Help } from './ui/help';
import { Head, Nothing, Trouble, Waiting } from './ui/page';
import { Said } from './ui/said';

const PAGES: Record<string, FunctionComponent> = {
  now: NowPage,
  agents: AgentsPage,
  agent: AgentPage,
  runs: RunsPage,
  run: RunPage,
  slider: SliderPage,
  world: WorldPage,
  inbox: InboxPage,
  letters: LettersPage,
  cost: CostPage,
  search: SearchPage,
  audit: AuditPage,
};

const trouble = signal<Problem | null>(null);

async function start(): Promise<void> {
  trouble.value = null;
  const refused = await loginByFragment();
  try {
    await readSession();
  } catch (failure) {
    trouble.value = failure instanceof Problem ? failure : new Problem(0, 'fault', String(failure), '', []);
    return;
  }
  if (session.value === undefined) {
    session.value = null;
  }
  trouble.value = session.value === null ? refused : null;
}

export function App() {
  const who = session.value;
  const loggedIn = who !== null && who !== undefined;
  useEffect(() => void start(), []);
  useEffect(() => {
    if (!loggedIn) {
      return;
    }
    resume();
    return end;
  }, [loggedIn]);
  useEffect(() => {
    if (loggedIn && place.value.path === '') {
      go('/now', 'replace');
    }
  });
  const Page = own(PAGES, place.value.path);
  return (
    <Frame>
      <Banner />
      <main id="main" tabIndex={-1}>
        {trouble.value && who === undefined ? <Trouble problem={trouble.value} again={() => void start()} /> : null}
        {who === undefined && !trouble.value ? <Waiting /> : null}
        {who === null ? <LoginPage first={trouble.value} /> : null}
        {loggedIn ? <Boundary key={place.value.path}>{Page ? <Page /> : <Unknown />}</Boundary> : null}
      </main>
      <Said />
      <DeedDialog />
      <Help />
    </Frame>
  );
}

function Unknown() {
  return (
    <>
      <Head title="No such page" />
      <Nothing>
        There is nothing at this address. <a href="/now">Go to Now</a>.
      </Nothing>
    </>
  );
}
