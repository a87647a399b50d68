/** What the template of a message tells of a condition on it: it holds for no such message, for some perhaps, for all. */
export type Verdict = 0 | 1 | 2
export const no = 0
export const maybe = 1
export const yes = 2

export function minVerdict(a: Verdict, b: Verdict): Verdict {
  return a < b ? a : b
}

export function maxVerdict(a: Verdict, b: Verdict): Verdict {
  return a > b ? a : b
}

export function negateVerdict(verdict: Verdict): Verdict {
  return verdict === maybe ? maybe : verdict === yes ? no : yes
}
