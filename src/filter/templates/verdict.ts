/** Result of a condition on all messages of a template: no message matches, maybe some, or all. */
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
