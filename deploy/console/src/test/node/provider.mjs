// An OpenID provider on a free port of loopback. Whoever comes is the person whose name stands in the
// login hint of the test's choice; prints "issuer URL" once it listens, and ends with its input.
// Arguments: the callback of the client "console", and a JSON object of claims.
import { createServer } from 'node:http';
import Provider from 'oidc-provider';

const [callback, claims] = process.argv.slice(2);
const person = JSON.parse(claims);
const server = createServer();
server.listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, {
    clients: [{
      client_id: 'console', client_secret: 'of-this-test', redirect_uris: [callback],
      grant_types: ['authorization_code'], response_types: ['code'],
    }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['preferred_username'] },
    conformIdTokenClaims: false, // in the ID token, as most providers do it
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...person }) }),
    cookies: { keys: ['of-this-test'] },
  });
  const handle = provider.callback();
  server.on('request', async (request, response) => {
    if (!request.url.startsWith('/interaction/')) return handle(request, response);
    const { prompt, params, session, grantId } = await provider.interactionDetails(request, response);
    if (prompt.name === 'login') {
      return provider.interactionFinished(request, response, { login: { accountId: 'somebody' } });
    }
    const grant = grantId ? await provider.Grant.find(grantId)
      : new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
    grant.addOIDCScope(params.scope);
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  });
  console.log(`issuer ${issuer}`);
});
process.stdin.on('end', () => process.exit(0)).resume();
