# What a guest finds in its context. Runs before the guest's code. A guest can reach and change all
# of this: it harms only itself, for the parent checks whatever comes from here.
def __playloop(host, caller, self, limit):
    import _json
    import builtins

    del globals()['__playloop']

    class HostError(Exception):
        def __init__(self, code, message):
            super().__init__(message)
            self.code = code

    class Rules:
        pass

    rules = Rules()
    rules.strict = True
    rules.object_hook = None
    rules.object_pairs_hook = None
    rules.parse_float = float
    rules.parse_int = int
    rules.parse_constant = str
    rules.memo = {}
    scan = _json.make_scanner(rules)

    def refuse(value):
        raise TypeError(type(value).__name__ + ' is no JSON')

    def stringify(value):
        encode = _json.make_encoder({}, refuse, _json.encode_basestring, None, ':', ',', False, False, False)
        return ''.join(encode(value, 0))

    def ask(name, args):
        question = stringify(args)
        if len(question) > limit:
            raise ValueError(f'{name}: arguments of {len(question)} bytes of JSON, at most {limit}')
        answer = scan(host(name, question), 0)[0]
        if answer[0]:
            return answer[1]
        raise HostError(answer[1], answer[2])

    def invoke(artifact, *args):
        return ask('invoke', [artifact, args])

    def read(artifact):
        return ask('read', [artifact])

    def query(what):
        return ask('query', [what])

    def pay(to, amount):
        return ask('pay', [to, amount])

    def balance():
        return ask('balance', [])

    for name, value in (('caller', caller), ('self', self), ('HostError', HostError),
                        ('invoke', invoke), ('read', read), ('query', query), ('pay', pay), ('balance', balance)):
        setattr(builtins, name, value)

    allowed = (
        'abc', 'array', 'base64', 'binascii', 'bisect', 'calendar', 'cmath', 'collections', 'contextlib', 'copy',
        'dataclasses', 'datetime', 'decimal', 'difflib', 'enum', 'fractions', 'functools', 'graphlib', 'hashlib',
        'heapq', 'itertools', 'json', 'math', 'numbers', 'operator', 'random', 're', 'statistics', 'string', 'struct',
        'textwrap', 'time', 'types', 'typing', 'unicodedata', 'uuid')
    original = builtins.__import__

    def guarded(name, globals=None, locals=None, fromlist=(), level=0):
        if globals is not None and globals.get('__name__') == '__main__' and name.partition('.')[0] not in allowed:
            raise ImportError('import of ' + name + ' is not allowed here; allowed: ' + ', '.join(allowed))
        return original(name, globals, locals, fromlist, level)

    builtins.__import__ = guarded

    def call(entry, args):
        value = entry(*scan(args, 0)[0])
        try:
            result = stringify(value)
        except TypeError:
            result = stringify(str(value))
        if len(result) > limit:
            raise ValueError(f'a result of {len(result)} bytes of JSON, at most {limit}')
        return result

    return call


__playloop
