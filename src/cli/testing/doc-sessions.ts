/** Runs a command line, and returns its output. */
type Run = (words: string[]) => Promise<string>

/**
 * The document with the current output of the commands in its console sessions: the lines after a dollar
 * sign. `echo $?` prints the exit code of the previous command.
 */
export async function withTrueSessions(document: string, run: Run): Promise<string> {
  const parts = document.split(/(^```console\n[\s\S]*?^```$)/m)
  const made: string[] = []
  for (const part of parts) made.push(part.startsWith('```console') ? await sessionOf(part, run) : part)
  return made.join('')
}

async function sessionOf(block: string, run: Run): Promise<string> {
  const lines = ['```console']
  for (const command of block.split('\n').filter(line => line.startsWith('$ '))) {
    const words = shellWords(command.slice(2))
    lines.push(command)
    if (words.join(' ') === 'echo $?') lines.push(String(process.exitCode ?? 0))
    else {
      process.exitCode = 0
      const printed = (await run(words)).trimEnd()
      if (printed !== '') lines.push(...printed.split('\n').map(line => line.trimEnd()))
    }
  }
  return [...lines, '```'].join('\n')
}

/** Splits a command line with single quotes into words. */
function shellWords(line: string): string[] {
  return (line.match(/(?:'[^']*'|[^\s'])+/g) ?? []).map(word => word.replaceAll("'", ''))
}
