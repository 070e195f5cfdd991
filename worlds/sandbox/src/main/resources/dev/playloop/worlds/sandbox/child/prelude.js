// What a guest finds in its context. Runs before the guest's code, and keeps what it needs of the
// language, so that nothing the guest changes changes this.
(function (host, caller, self, limit) {
  'use strict';
  const { parse, stringify } = JSON;
  const { apply, defineProperty } = Reflect;
  const then = Promise.prototype.then;
  const PromiseType = Promise;
  const TypeErrorType = TypeError;
  const RangeErrorType = RangeError;
  const text = String;

  class HostError extends Error {
    constructor(code, message) {
      super(message);
      defineProperty(this, 'code', { value: code, writable: true, configurable: true });
    }
  }
  defineProperty(HostError.prototype, 'name', { value: 'HostError' });

  function ask(name, args) {
    const question = stringify(args);
    if (question.length > limit) {
      throw new RangeErrorType(name + ': arguments of ' + question.length + ' bytes of JSON, at most ' + limit);
    }
    const answer = parse(host(name, question));
    if (answer[0]) {
      return answer[1];
    }
    throw new HostError(answer[1], answer[2]);
  }

  function offer(name, value) {
    defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
  }
  offer('caller', caller);
  offer('self', self);
  offer('HostError', HostError);
  offer('invoke', function invoke(artifact, ...args) { return ask('invoke', [artifact, args]); });
  offer('read', function read(artifact) { return ask('read', [artifact]); });
  offer('query', function query(what) { return ask('query', [what]); });
  offer('pay', function pay(to, amount) { return ask('pay', [to, amount]); });
  offer('balance', function balance() { return ask('balance', []); });

  let outcome;
  let failed = false;
  let pending = false;

  function json(value) {
    if (value === undefined) {
      return 'null';
    }
    let result;
    try {
      result = stringify(value);
    } catch (failure) {
      if (!(failure instanceof TypeErrorType)) {
        throw failure;
      }
    }
    return result === undefined ? stringify(text(value)) : result;
  }

  return {
    start(entry, args) {
      outcome = apply(entry, undefined, parse(args));
      if (outcome instanceof PromiseType) {
        pending = true;
        apply(then, outcome, [
          (value) => { outcome = value; pending = false; },
          (failure) => { outcome = failure; pending = false; failed = true; },
        ]);
      }
    },
    finish() {
      if (pending) {
        throw new TypeErrorType('the promise that was returned never settles; nothing here takes time, so await only async functions of your own');
      }
      if (failed) {
        throw outcome;
      }
      const result = json(outcome);
      if (result.length > limit) {
        throw new RangeErrorType('a result of ' + result.length + ' bytes of JSON, at most ' + limit);
      }
      return result;
    },
  };
});
