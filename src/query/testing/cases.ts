/** MILLRACE_SEED=7 draws other cases. */
export const seed = Number(process.env.MILLRACE_SEED ?? 1)

/** How many cases to draw in all; MILLRACE_CASES=100000 for a deep run. */
export function cases(usual: number): number {
  return Number(process.env.MILLRACE_CASES ?? usual)
}
