import { Argument, Command, type Option } from 'commander'
import { allNodes, type CommandNode, commandTree, flagsOf, isPath, takesValue } from './command-tree.ts'
import { manPage } from './man-page.ts'

const scripts: Readonly<Record<string, (nodes: readonly CommandNode[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}

/** `millrace completion <shell>`: a script generated from the commands of the program that it belongs to. */
export function completionCommand(): Command {
  const command = new Command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(
      new Argument('<shell>', 'bash: source <(millrace completion bash)').choices(Object.keys(scripts)),
    )
  return command.action((shell: string) => {
    // Commander has validated the shell.
    process.stdout.write(scripts[shell]?.(allNodes(commandTree(programOf(command)))) ?? '')
  })
}

/** `millrace man`: the manual page, generated from the commands of the program that it belongs to. */
export function manCommand(version: string): Command {
  const command = new Command('man').description('print the manual page: millrace man | man -l -')
  return command.action(() => void process.stdout.write(manPage(commandTree(programOf(command)), version)))
}

function programOf(command: Command): Command {
  return command.parent ?? command
}

/** A completion script for bash. It knows the declared commands and does not start the program. */
export function bashScript(nodes: readonly CommandNode[]): string {
  return `# bash completion for millrace; made by: millrace completion bash
_millrace() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} at= i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
${steps(nodes).map(stepLine).join('\n')}
    esac
  done
  case "$at $prev" in
${nodes.flatMap(bashValueLines).join('\n')}
  esac
  case "$at" in
${nodes.map(bashWordLines).join('\n')}
  esac
}
complete -o default -F _millrace millrace
`
}

/** A line of bash and zsh that follows a word to a subcommand. */
function stepLine({ from, words, to }: Step): string {
  return `      ${words.map(word => quote(`${from} ${word}`)).join('|')}) at=${quote(to)} ;;`
}

/** Lines of bash that complete the value of an option: its choices, files, or nothing. */
function bashValueLines({ path, options }: CommandNode): string[] {
  return options.filter(takesValue).map(option => {
    const places = flagsOf(option).map(flag => quote(`${path.join(' ')} ${flag}`))
    const { argChoices } = option
    if (argChoices !== undefined)
      return `    ${places.join('|')}) COMPREPLY=($(compgen -W ${quote(argChoices.join(' '))} -- "$cur")); return ;;`
    return `    ${places.join('|')}) ${isPath(option) ? 'COMPREPLY=($(compgen -f -- "$cur"))' : 'compopt +o default 2>/dev/null'}; return ;;`
  })
}

/** Lines of bash that complete subcommands and arguments (choices or files), and options after a dash. */
function bashWordLines({ path, options, children, args }: CommandNode): string {
  const flags = [...options.flatMap(flagsOf), '--help']
  const names = [
    ...children.map(({ path }) => path.at(-1) ?? ''),
    ...args.flatMap(({ argChoices = [] }) => argChoices),
  ]
  const words = args.some(isPath)
    ? 'COMPREPLY=($(compgen -f -- "$cur"))'
    : `compopt +o default 2>/dev/null; COMPREPLY=($(compgen -W ${quote(names.join(' '))} -- "$cur"))`
  return `    ${quote(path.join(' '))})
      if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W ${quote(flags.join(' '))} -- "$cur")); else ${words}; fi ;;`
}

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
      `            case ${words.map(word => fishQuote(`${from} ${word}`)).join(' ')}\n                set at ${fishQuote(to)}`,
  )
  .join('\n')}
        end
    end
    test "$at" = "$argv[1]"
end
complete -c millrace -f
complete -c millrace -s h -l help -d 'display help'
${nodes.flatMap(fishLines).join('\n')}
`
}

/** Lines of fish that complete a command: subcommands, arguments and options. */
function fishLines({ path, options, children, args }: CommandNode): string[] {
  const start = `complete -c millrace -n ${fishQuote(`__millrace_at ${fishQuote(path.join(' '))}`)}`
  const commands = children.map(
    ({ path, command }) =>
      `${start} -a ${fishQuote(path.at(-1) ?? '')} -d ${fishQuote(command.description())}`,
  )
  const choices = args
    .flatMap(({ argChoices = [] }) => argChoices)
    .map(choice => `${start} -a ${fishQuote(choice)}`)
  const files = args.some(isPath) ? [`${start} -F`] : []
  return [...commands, ...choices, ...files, ...options.map(option => `${start} ${fishFlags(option)}`)]
}

/** The arguments of fish's `complete` for an option: its names, its value and its description. */
function fishFlags(option: Option): string {
  const { short, long, description, argChoices } = option
  let value = ['-x']
  if (!takesValue(option)) value = []
  else if (argChoices !== undefined) value = ['-x', '-a', fishQuote(argChoices.join(' '))]
  else if (isPath(option)) value = ['-r', '-F']
  return [
    ...(short === undefined ? [] : ['-s', short.slice(1)]),
    ...(long === undefined ? [] : ['-l', long.slice(2)]),
    ...value,
    ...['-d', fishQuote(description)],
  ].join(' ')
}

/** A text in single quotes, in which fish has two escapes. */
function fishQuote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

/**
 * A completion script for zsh, with descriptions. It works as `_millrace` in a folder of `fpath`, and when
 * sourced.
 */
export function zshScript(nodes: readonly CommandNode[]): string {
  return `#compdef millrace
# zsh completion for millrace; made by: millrace completion zsh
_millrace() {
  local at= i
  local -a names flags
  for ((i = 2; i < CURRENT; i++)); do
    case "$at \${words[i]}" in
${steps(nodes).map(stepLine).join('\n')}
    esac
  done
  case "$at \${words[CURRENT-1]}" in
${nodes.flatMap(zshValueLines).join('\n')}
  esac
  case "$at" in
${nodes.map(zshWordLines).join('\n')}
  esac
}
if [[ $funcstack[1] == _millrace ]]; then _millrace "$@"; else compdef _millrace millrace; fi
`
}

/** As `bashValueLines`, for zsh. */
function zshValueLines({ path, options }: CommandNode): string[] {
  return options.filter(takesValue).map(option => {
    const places = flagsOf(option).map(flag => quote(`${path.join(' ')} ${flag}`))
    const { argChoices } = option
    let value = '_message value'
    if (argChoices !== undefined) value = `compadd -- ${argChoices.map(quote).join(' ')}`
    else if (isPath(option)) value = '_files'
    return `    ${places.join('|')}) ${value}; return ;;`
  })
}

/** As `bashWordLines`, for zsh, with descriptions. */
function zshWordLines({ path, options, children, args }: CommandNode): string {
  const flags = options.flatMap(option => flagsOf(option).map(flag => described(flag, option.description)))
  const names = children.map(({ path, command }) => described(path.at(-1) ?? '', command.description()))
  const choices = args.flatMap(({ argChoices = [] }) => argChoices).map(choice => described(choice, ''))
  const words = args.some(isPath) ? '_files' : "_describe 'command' names"
  return `    ${quote(path.join(' '))})
      flags=(${[...flags, described('--help', 'display help')].join(' ')})
      names=(${[...names, ...choices].join(' ')})
      if [[ $words[CURRENT] == -* ]]; then _describe 'option' flags; else ${words}; fi ;;`
}

/** A word with its description, in the format of _describe. */
function described(word: string, description: string): string {
  return quote(`${word.replaceAll(':', '\\:')}:${description.replaceAll('\n', ' ')}`)
}

/** A text in single quotes, for bash and zsh. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** A word that leads from a command to one of its subcommands. Paths are words separated by spaces. */
interface Step {
  from: string
  words: readonly string[]
  to: string
}

/** All steps, by name and by alias. */
function steps(nodes: readonly CommandNode[]): Step[] {
  return nodes.flatMap(({ path, children }) =>
    children.map(child => ({
      from: path.join(' '),
      words: [child.path.at(-1) ?? '', ...child.aliases],
      to: child.path.join(' '),
    })),
  )
}
