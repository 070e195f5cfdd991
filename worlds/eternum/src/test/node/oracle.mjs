// Encodes actions by starknet.js from the ABI beside it. Reads one JSON a line:
// {action, args, gameId, account, addresses}; writes one a line: the calls, or {error}.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { CairoCustomEnum, CallData, hash, num } from 'starknet';

const game = JSON.parse(readFileSync(new URL('./eternum-abi.json', import.meta.url)));
const actions = new Map(game.actions.map((each) => [each.action, each]));
const abis = new Map(
  Object.entries(game.contracts).map(([name, functions]) => [
    name,
    new CallData([
      ...game.types,
      { type: 'interface', name: 'eternum::' + name, items: functions },
      { type: 'impl', name: name + '_impl', interface_name: 'eternum::' + name },
    ]),
  ]),
);

// 10^9 units of the chain are one of the game's, in integers.
function scaled(text, by) {
  const [whole, rest = ''] = String(text).split('.');
  const digits = String(by).length - 1;
  return BigInt(whole + rest.padEnd(digits, '0'));
}

function leaf(type, value, scale) {
  if (type.endsWith('::u8') && value in game.resources) return game.resources[value];
  return scale && scale !== 1 ? scaled(value, scale) : value;
}

function enums(type, value) {
  const found = game.types.find((each) => each.type === 'enum' && each.name === type);
  return found && type !== 'core::bool' ? new CairoCustomEnum({ [value]: {} }) : value;
}

function argument(param, type, args, element) {
  if (param.const !== undefined) return param.const;
  const value = param.from.startsWith('calls[].')
    ? element[param.from.slice('calls[].'.length)]
    : args[param.from];
  if (type.endsWith('Coord')) return { alt: value.alt ?? false, x: value.x, y: value.y };
  if (param.item) {
    return value.map((one) => ({
      0: game.resources[one[param.item[0]]],
      1: leaf('core::integer::u128', one[param.item[1]], param.scaleItem[1]),
    }));
  }
  if (Array.isArray(value)) {
    return value.map((one) => enums(type.slice('core::array::Span::<'.length, -1), one));
  }
  return leaf(type, enums(type, value), param.scale);
}

function encode(contract, entrypoint, given) {
  return abis.get(contract).compile(entrypoint, given).map((word) => num.toHex(word));
}

function calls({ action, args, gameId, account, addresses }) {
  const known = actions.get(action);
  const out = [];
  const explores = action === 'explore' || (action === 'move_explorer' && args.explore);
  if (explores) {
    const source = new CairoCustomEnum({ Nonce: account });
    const given = { caller: addresses.troop_movement_systems, source };
    out.push({ contract: 'vrf_provider', entrypoint: 'request_random', given });
  }
  for (const call of known.calls) {
    const inputs = game.contracts[call.contract].find((f) => f.name === call.entrypoint).inputs;
    for (const element of known.repeatOver ? args[known.repeatOver] : [null]) {
      const given = { game_id: gameId };
      for (const param of call.params) {
        const type = inputs.find((input) => input.name === param.name).type;
        given[param.name] = argument(param, type, args, element);
      }
      out.push({ contract: call.contract, entrypoint: call.entrypoint, given });
    }
  }
  return out.map(({ contract, entrypoint, given }) => ({
    to: num.toHex(addresses[contract]),
    entrypoint,
    selector: hash.getSelectorFromName(entrypoint),
    calldata: encode(contract, entrypoint, given),
  }));
}

for await (const line of createInterface({ input: process.stdin })) {
  try {
    console.log(JSON.stringify(calls(JSON.parse(line))));
  } catch (e) {
    console.log(JSON.stringify({ error: String(e.message ?? e) }));
  }
}
