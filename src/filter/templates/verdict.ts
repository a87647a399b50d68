/** What the template of a message tells of a condition on it: it holds for no such message, for some perhaps, for all. */
export type Verdict = 0 | 1 | 2
export const no = 0
export const maybe = 1
export const yes = 2

export function worst(verdicts: Iterable<Verdict>): Verdict {
  let least: Verdict = yes
  for (const verdict of verdicts) if (verdict < least) least = verdict
  return least
}

export function best(verdicts: Iterable<Verdict>): Verdict {
  let most: Verdict = no
  for (const verdict of verdicts) if (verdict > most) most = verdict
  return most
}

export function opposite(verdict: Verdict): Verdict {
  return verdict === maybe ? maybe : verdict === yes ? no : yes
}
