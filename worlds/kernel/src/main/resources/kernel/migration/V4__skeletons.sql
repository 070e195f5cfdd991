-- What an id looks like: two ids of one skeleton can't be told apart by eye. New ids are of ASCII;
-- others may have been there before. The letters are those of Unicode's confusables that stand for
-- one of ASCII, of the scripts that people type.
create function kernel_skeleton(id text) returns text language sql immutable as $$
  select translate(
    replace(replace(normalize(id, NFKC), 'rn', 'm'), 'vv', 'w'),
    '1I|0абсԁеһіјӏорԛѕуѵԝхАВЕНІЈКМОРЅТХУСαοινρυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ',
    'lllOa6cdehijlopqsyvwxABEHlJKMOPSTXYCaoivpuxABEZHlKMNOPTYX')
$$;
create index artifact_skeleton on artifact (kernel_skeleton(id));
create index account_skeleton on account (kernel_skeleton(principal_id));
