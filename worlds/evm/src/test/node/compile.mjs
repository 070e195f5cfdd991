// Compiles src/test/contracts/GameLedger.sol with the solc of package-lock.json, and writes the
// code and the ABI beside it, with the hash of the source that they were made of.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const solc = createRequire(import.meta.url)('solc');
const [source, target] = process.argv.slice(2);
const content = readFileSync(source, 'utf8');
const output = JSON.parse(
  solc.compile(
    JSON.stringify({
      language: 'Solidity',
      sources: { 'GameLedger.sol': { content } },
      settings: {
        optimizer: { enabled: true, runs: 200 },
        evmVersion: 'paris',
        metadata: { bytecodeHash: 'none', appendCBOR: false },
        outputSelection: { '*': { GameLedger: ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
      },
    }),
  ),
);
const errors = (output.errors ?? []).filter((each) => each.severity === 'error');
if (errors.length > 0) {
  console.error(errors.map((each) => each.formattedMessage).join('\n'));
  process.exit(1);
}
const compiled = output.contracts['GameLedger.sol'].GameLedger;
writeFileSync(
  target,
  JSON.stringify(
    {
      compiler: solc.version(),
      source: createHash('sha256').update(content).digest('hex'),
      code: '0x' + compiled.evm.bytecode.object,
      deployed: '0x' + compiled.evm.deployedBytecode.object,
      abi: compiled.abi,
    },
    null,
    1,
  ) + '\n',
);
