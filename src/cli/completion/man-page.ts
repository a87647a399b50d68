import type { Option } from 'commander'
import { allNodes, type CommandNode } from './command-tree.ts'

const exitStatus = [
  ['0', 'success'],
  ['1', 'the service refused or failed, or does not answer; of other commands: it did not succeed'],
  ['2', 'the command line is wrong'],
  ['3', 'nothing was found, with --fail-if-empty'],
  ['4', 'no complete answer within --timeout'],
  ['130', 'Ctrl-C'],
] as const

const environment = [
  ['MILLRACE_URL', 'address of a running Millrace, for commands with --url'],
  ['MILLRACE_TOKEN', 'a USER token, for commands with --token'],
  ['NO_COLOR', 'no colours'],
] as const

/** The manual page of the program and all its commands, as roff. */
export function manPage(root: CommandNode, version: string): string {
  const described = allNodes(root).filter(
    ({ path, children, options }) => path.length > 0 && (children.length === 0 || options.length > 0),
  )
  return [
    `.TH MILLRACE 1 "" ${quoted(`millrace ${version}`)} "User commands"`,
    '.SH NAME',
    `millrace \\- ${text(root.command.description())}`,
    '.SH SYNOPSIS',
    '.B millrace',
    text('<command> [options] [arguments]'),
    '.SH OPTIONS',
    ...definitions(root.options.map(option => [option.flags, optionText(option)])),
    '.SH COMMANDS',
    ...described.flatMap(commandLines),
    '.SH EXIT STATUS',
    ...definitions(exitStatus),
    '.SH ENVIRONMENT',
    'The service has its settings there too; its documentation lists them.',
    ...definitions(environment),
    '',
  ].join('\n')
}

/** The section of a command: usage, description, arguments and options. */
function commandLines({ path, command, options, aliases }: CommandNode): string[] {
  const aliasLines = aliases.length === 0 ? [] : ['.PP', text(`Also: ${aliases.join(', ')}.`)]
  const args = command.registeredArguments.filter(({ description }) => description !== '')
  return [
    `.SS ${quoted(`millrace ${path.join(' ')} ${command.usage()}`)}`,
    text(capitalised(command.description())),
    ...aliasLines,
    ...definitions(args.map(argument => [argument.name(), argument.description])),
    ...definitions(options.map(option => [option.flags, optionText(option)])),
  ]
}

/** What an option means, its choices and its default. */
function optionText({ description, argChoices, defaultValue, defaultValueDescription }: Option): string {
  const choices = argChoices === undefined ? '' : ` (one of ${argChoices.join(', ')})`
  const shownDefault =
    defaultValueDescription ??
    (typeof defaultValue === 'string' || typeof defaultValue === 'number' ? String(defaultValue) : '')
  return `${capitalised(description)}${choices}${shownDefault === '' ? '' : ` (default: ${shownDefault})`}`
}

/** Paragraphs with a bold name before each meaning. */
function definitions(entries: readonly (readonly [name: string, meaning: string])[]): string[] {
  return entries.flatMap(([name, meaning]) => ['.TP', `.B ${text(name)}`, text(meaning)])
}

function capitalised(description: string): string {
  return description.charAt(0).toUpperCase() + description.slice(1)
}

/** A one-line text that roff prints unchanged. */
function text(plain: string): string {
  const escaped = plain.replaceAll('\n', ' ').replaceAll('\\', '\\e').replaceAll('-', '\\-')
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped
}

/** A text as one argument of a roff macro. */
function quoted(plain: string): string {
  return `"${text(plain).replaceAll('"', '\\(dq')}"`
}
