// Reads a file of JSON, holds each line against starknet.js, and says what differs.
import { readFileSync } from 'node:fs';
import { ec, hash } from 'starknet';

const wrong = [];
let messages = 0;
let invokes = 0;
const publicKeys = new Map();

function publicKey(privateKey) {
  if (!publicKeys.has(privateKey)) {
    publicKeys.set(privateKey, {
      point: ec.starkCurve.getPublicKey(privateKey, false),
      x: BigInt(ec.starkCurve.getStarkKey(privateKey)),
    });
  }
  return publicKeys.get(privateKey);
}

function message(line, at) {
  const key = publicKey(line.privateKey);
  if (key.x !== BigInt(line.publicKey)) {
    wrong.push(`line ${at}: another public key`);
  }
  const signature = new ec.starkCurve.Signature(BigInt(line.r), BigInt(line.s));
  if (!ec.starkCurve.verify(signature, line.hash, key.point)) {
    wrong.push(`line ${at}: the signature does not verify`);
  }
  messages++;
}

function bound(given) {
  return { max_amount: BigInt(given.amount), max_price_per_unit: BigInt(given.price) };
}

function invoke(line, at) {
  const computed = hash.calculateInvokeTransactionHash({
    senderAddress: line.sender,
    version: '0x3',
    compiledCalldata: line.calldata,
    chainId: line.chainId,
    nonce: line.nonce,
    accountDeploymentData: [],
    nonceDataAvailabilityMode: 0,
    feeDataAvailabilityMode: 0,
    resourceBounds: {
      l1_gas: bound(line.l1Gas),
      l2_gas: bound(line.l2Gas),
      l1_data_gas: bound(line.l1DataGas),
    },
    tip: 0n,
    paymasterData: [],
  });
  if (BigInt(computed) !== BigInt(line.hash)) {
    wrong.push(`line ${at}: starknet.js has the hash ${computed}`);
  }
  invokes++;
}

readFileSync(process.argv[2], 'utf8').trim().split('\n').forEach((text, index) => {
  const line = JSON.parse(text);
  if (line.kind === 'message') {
    message(line, index + 1);
  } else {
    invoke(line, index + 1);
  }
});
console.log(JSON.stringify({ messages, invokes, wrong: wrong.slice(0, 10) }));
