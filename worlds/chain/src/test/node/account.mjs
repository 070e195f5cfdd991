// A stranger's client, unchanged, on the simulated chain: sends, waits, reverts, estimates.
import { Account, RpcProvider, hash } from 'starknet';

const [url, address, key, vault] = process.argv.slice(2);
const provider = new RpcProvider({ nodeUrl: url });
const account = new Account({ provider, address, signer: key, cairoVersion: '1' });
const put = (k, v) => ({ contractAddress: vault, entrypoint: 'put', calldata: [k, v] });

const sent = await account.execute([put('0x1', '0x2a'), put('0x2', '0x2b')]);
const receipt = await provider.waitForTransaction(sent.transaction_hash);
if (!receipt.isSuccess()) throw new Error('not succeeded');
const [kept] = await provider.callContract({ contractAddress: vault, entrypoint: 'get', calldata: ['0x2'] });

const bounds = {
  l1_gas: { max_amount: 0n, max_price_per_unit: 2000000000n },
  l2_gas: { max_amount: 50000000n, max_price_per_unit: 2000000000n },
  l1_data_gas: { max_amount: 10000n, max_price_per_unit: 2000000000n },
};
const bad = { contractAddress: vault, entrypoint: 'put_and_panic', calldata: ['0x1', '0x9'] };
const reverted = await account.execute(bad, { resourceBounds: bounds, tip: 0n });
const after = await provider.waitForTransaction(reverted.transaction_hash);
let estimate = 'estimated';
try {
  await account.estimateInvokeFee(bad);
} catch (e) {
  estimate = String(e.message).includes('no more') ? 'refused' : String(e.message);
}
// Without a version given the client looks into the class.
const looking = new Account({ provider, address, signer: key });
const last = await looking.execute(put('0x3', '0x4'));
await provider.waitForTransaction(last.transaction_hash);
const simulated = await account.simulateTransaction([{ type: 'INVOKE', payload: put('0x3', '0x5') }], { tip: 0n });
const events = await provider.getEvents({
  address: vault, from_block: { block_number: 0 }, to_block: 'latest',
  keys: [[hash.getSelectorFromName('Changed')]], chunk_size: 10,
});
console.log(JSON.stringify({
  hash: sent.transaction_hash,
  kept,
  reverted: after.isReverted(),
  reason: after.revert_reason,
  estimate,
  nonce: await account.getNonce(),
  simulated: simulated.simulated_transactions?.length ?? simulated.length,
  events: events.events.length,
}));
