import { Option } from 'commander'

/**
 * `--config`, for every command that reads settings. MILLRACE_CONFIG names the file for all commands; an
 * empty value counts as not set.
 */
export function configOption(description = 'settings as a YAML file'): Option {
  const option = new Option('--config <file>', description)
  const { MILLRACE_CONFIG: file = '' } = process.env
  return file === '' ? option : option.default(file, 'the file of MILLRACE_CONFIG')
}
