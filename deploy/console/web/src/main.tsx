import { render } from 'preact';
import { App } from './app';
import { followLinks } from './lib/route';
import { keepTime } from './lib/time';

followLinks();
keepTime();
const root = document.getElementById('app');
if (root !== null) {
  render(<App />, root);
}
