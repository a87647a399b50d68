/** Texts of the columns of results. */
export const columnTexts = {
  tooMany: (max: number) => `At most ${max} columns`,
}
