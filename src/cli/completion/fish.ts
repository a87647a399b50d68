import type { Option } from 'commander'
import { type CommandNode, isPath, takesValue } from './command-tree.ts'
import { steps } from './steps.ts'

/** A completion script for fish, with descriptions. */
export function fishScript(nodes: readonly CommandNode[]): string {
  return `# fish completion for millrace; made by: millrace completion fish
function __millrace_at
    set -l at ''
    for word in (commandline -opc)[2..]
        switch "$at $word"
${steps(nodes)
  .map(
    ({ from, words, to }) =>
      `            case ${words.map(word => quote(`${from} ${word}`)).join(' ')}\n                set at ${quote(to)}`,
  )
  .join('\n')}
        end
    end
    test "$at" = "$argv[1]"
end
complete -c millrace -f
complete -c millrace -s h -l help -d 'display help'
${nodes.flatMap(linesOf).join('\n')}
`
}

function linesOf({ path, options, children, args }: CommandNode): string[] {
  const start = `complete -c millrace -n ${quote(`__millrace_at ${quote(path.join(' '))}`)}`
  const commands = children.map(
    ({ path, command }) => `${start} -a ${quote(path.at(-1) ?? '')} -d ${quote(command.description())}`,
  )
  const choices = args
    .flatMap(({ argChoices = [] }) => argChoices)
    .map(choice => `${start} -a ${quote(choice)}`)
  const files = args.some(isPath) ? [`${start} -F`] : []
  return [...commands, ...choices, ...files, ...options.map(option => `${start} ${flagWords(option)}`)]
}

function flagWords(option: Option): string {
  const { short, long, description, argChoices } = option
  const value = !takesValue(option)
    ? []
    : argChoices !== undefined
      ? ['-x', '-a', quote(argChoices.join(' '))]
      : isPath(option)
        ? ['-r', '-F']
        : ['-x']
  return [
    ...(short === undefined ? [] : ['-s', short.slice(1)]),
    ...(long === undefined ? [] : ['-l', long.slice(2)]),
    ...value,
    ...['-d', quote(description)],
  ].join(' ')
}

/** A text in single quotes, in which fish has two escapes. */
function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
