// The pages, by their addresses.
const CAL = 'society%2Fcal';
const RUN = 'society%2Fcal%3Amarket-1';

export const PAGES = {
  now: '/now',
  agents: '/agents',
  agent: '/agent?agent=' + CAL,
  runs: '/runs',
  run: '/run?run=' + RUN + '&step=t4',
  slider: '/slider?agent=' + CAL + '&at=9',
  worlds: '/world',
  world: '/world?world=eternum',
  inbox: '/inbox',
  letters: '/letters?id=0%3A7',
  cost: '/cost',
  search: '/search?q=mining',
  audit: '/audit',
};

/** Other views of them, which have all that the first have around them. */
export const VIEWS = {
  'now-compared': '/now?agents=society%2Fa*&compare=society%2Fb*',
  'agent-config': '/agent?agent=' + CAL + '&tab=config',
  'agent-waits': '/agent?agent=' + CAL + '&tab=waits',
  'agent-runs': '/agent?agent=' + CAL + '&tab=runs',
  'run-time': '/run?run=' + RUN + '&scale=time&step=2.2',
  'run-failed': '/run?run=' + RUN + '&only=failed',
  'run-invalid': '/run?run=' + RUN + '&step=3.2',
  'run-event': '/run?run=' + RUN + '&step=e0',
  'slider-view': '/slider?agent=' + CAL + '&at=9&show=view',
  'slider-panel': '/slider?agent=' + CAL + '&at=9&show=panel',
  'slider-prompt': '/slider?agent=' + CAL + '&at=9&show=prompt',
  'slider-entry': '/slider?agent=' + CAL + '&at=9&show=entry',
  'world-past': '/world?world=emerald&at=2026-11-28T03%3A42%3A30Z',
  'world-graph': '/world?world=society',
  'inbox-doubt': '/inbox?id=' + RUN + '%235.1',
  'cost-compared': '/cost?by=day&agents=society%2Fa*&compare=society%2Fb*',
  unknown: '/nowhere',
};

export const ALL = { ...PAGES, ...VIEWS };
