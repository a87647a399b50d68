// English that a reader has to read twice: a name, the pattern, and what to write instead. Patterns match over the
// ends of lines. CONTRIBUTING.md, "How we write", has the rules.
export const patterns = [
  ['those of', /\bthose\s+(?:of|that|which|who|whose|with|without|in|from|to|on|for)\b/, 'repeat the noun'],
  ['that of', /\bthat\s+of\b/, 'repeat the noun'],
  ['own ones', /\b(?:own|shared|such)\s+ones\b/, 'repeat the noun'],
  [
    'what as a subject',
    /(?<=[.:;]\s+)(?:What|Who|Where)\s+(?!is\b|does\b|do\b|can\b|if\b)(?![^.:;]*\?)\w/,
    'name who acts, or the thing',
  ],
  [
    'is told',
    /\b(?:is|are|was|were|be|been|being|not)\s+told\b(?!\s+apart)|\btells\b/,
    'reports, notifies, logs, returns, shows',
  ],
  ['is none', /(?<!there\s+)\b(?:is|are)\s+none\b(?!\s+of)/i, 'a verb with not, or the positive'],
  ['nobody', /\bnobody\b/i, 'no user, no client, no process'],
  ['anew', /\banew\b/, 'again, from scratch'],
  ['goes on', /\b(?:goes|go|going|went)\s+on\b/, 'continues, resumes'],
  ['at hand', /\bat\s+hand\b/, 'current'],
  ['of before', /\bof\s+before\b/, 'previous, earlier'],
  ['by itself', /\bby\s+(?:itself|themselves)\b/, 'on its own'],
  ['as well', /(?<!may\s+)\bas\s+well\b(?!\s+as\b)/, 'too'],
  ['in turn', /\bin\s+turn\b/, 'one after the other'],
  ['so many', /\bso\s+many\b/, 'the number, N'],
  [
    'however',
    /\bhowever\s+(?:many|much|long|often|few|large|big|small|it|they|deep|slow)\b/i,
    'no matter how',
  ],
  ['dear', /\bdear(?:er|est)?\b/, 'expensive'],
  ['the whole of', /\bthe\s+whole\s+of\b/, 'all'],
  ['hangs on', /\bhangs?\s+on\b/, 'depends on'],
  ['no affair', /\bno\s+affair\b|\bwhat\s+there\s+is\s+of\b/, 'say what happens'],
  ['is to be', /\b(?:is|are)\s+to\s+be\b/, 'must be'],
  ['a picture', /\b(?:shelf|shelves|journeys?|parcels?)\b/i, 'the word of the field'],
]
