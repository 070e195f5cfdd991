import { useEffect, useState } from 'preact/hooks';
import { Problem, get, post, readSession } from '../lib/api';
import { Head, Trouble } from '../ui/page';

/** Where nobody is logged in. The address that was asked for is shown once somebody is. */
export function LoginPage({ first }: { first: Problem | null }) {
  const [token, setToken] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const [oidc, setOidc] = useState('');
  useEffect(() => {
    // Who can't be asked is no way in; the token's field stays.
    get<{ oidc?: string }>('/api/login').then((ways) => setOidc(ways.oidc ?? ''), () => setOidc(''));
  }, []);
  const login = async (): Promise<void> => {
    setBusy(true);
    try {
      await post('/api/login', { bearer: token.trim() });
      await readSession();
    } catch (failure) {
      setProblem(failure instanceof Problem ? failure : new Problem(0, 'fault', String(failure), '', []));
    }
    setBusy(false);
  };
  return (
    <div class="login">
      <Head title="Log in" />
      <p>
        <code>./playloop up</code> prints an address with a token that is good once: open it. Was it opened already, then stop and start the console, or log in with
        a token of your own, as <code>./playloop principals add</code> prints it.
      </p>
      {problem ?? first ? <Trouble problem={(problem ?? first) as Problem} /> : null}
      {oidc === '/login/oidc/start' ? (
        <p>
          <a class="strong" href={oidc}>
            Log in with the account of your organisation
          </a>
        </p>
      ) : null}
      <div class="field">
        <label for="token">Token</label>
        <input
          id="token"
          type="password"
          autoComplete="off"
          value={token}
          onInput={(event) => setToken(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && token.trim() !== '') {
              void login();
            }
          }}
        />
      </div>
      <button type="button" class="strong" disabled={busy || token.trim() === ''} onClick={login}>
        {busy ? 'Logging in …' : 'Log in'}
      </button>
    </div>
  );
}

/** The one-time token that the start printed in the address' fragment; it leaves the address at once. */
export async function loginByFragment(): Promise<Problem | null> {
  const found = /^#token=([^&]{1,512})$/.exec(location.hash);
  if (location.hash !== '') {
    history.replaceState(null, '', location.pathname + location.search);
  }
  if (found === null) {
    return null;
  }
  try {
    await post('/api/login', { token: found[1] });
    return null;
  } catch (failure) {
    return failure instanceof Problem ? failure : new Problem(0, 'fault', String(failure), '', []);
  }
}
