/** A text in single quotes, for bash and zsh. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
