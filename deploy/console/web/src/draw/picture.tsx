import { useState } from 'preact/hooks';
import { ask } from '../lib/api';
import { visible } from '../lib/text';
import { Nothing } from '../ui/page';
import { T } from '../ui/text';

const HASH = /^[0-9a-f]{64}$/;

/** A picture by its hash, from this server alone: no address that a world names is ever fetched. */
export function Picture({ hash, title }: { hash: string; title: string }) {
  const [missing, setMissing] = useState(false);
  if (!HASH.test(hash) || missing) {
    return (
      <Nothing>
        The picture <T text={hash.slice(0, 64)} /> is not kept here.
      </Nothing>
    );
  }
  return <img class="picture" src={ask('picture', { hash })} alt={visible(title)} onError={() => setMissing(true)} />;
}
