import { Command } from 'commander'
import type { ProgramParts } from './command/program-parts.ts'
import { configOption, settingsOrExit } from './command/settings-or-exit.ts'
import { print, printError } from './terminal/print.ts'

/**
 * The program exits this long after a signal, even if it is still closing: a supervisor would kill it after
 * 10 s. The deadlines of closing-stack.ts are earlier. The next start completes what was left behind.
 */
export const hardEndMs = 9_000
const endSignals = ['SIGINT', 'SIGTERM'] as const

/** `millrace start`: runs the service until a signal ends it. */
export function startCommand(parts: ProgramParts): Command {
  return new Command('start')
    .description('start the service')
    .addOption(configOption('settings as a YAML file; the environment takes precedence'))
    .option('--demo', 'feed generated logs through the syslog port, with triggers for them')
    .action(async (options: { config?: string; demo?: boolean }) => {
      const settings = settingsOrExit(parts, options.config)
      if (options.demo === true) settings.demo = true
      // The action of a signal: during the start it only exits, unless events are received already. The
      // listener stays the same, since a signal that arrives while listeners change is lost.
      let end = (): void => process.exit(1)
      let ending = false
      const endBy = (close: () => Promise<unknown>) => () => {
        if (ending) return
        ending = true
        setTimeout(() => process.exit(1), hardEndMs).unref()
        close().then(
          () => process.exit(0),
          (error: Error) => {
            printError(`Millrace did not stop cleanly: ${error.message}`)
            process.exit(1)
          },
        )
      }
      for (const signal of endSignals) process.on(signal, () => end())
      // SIGHUP means a closed terminal or, for a service, changed files. The start may have read them before.
      let wasHungUp = false
      let reload = (): void => {
        wasHungUp = true
      }
      process.on('SIGHUP', () => (process.stdin.isTTY ? end() : reload()))
      const running = await parts
        .start(
          settings,
          print,
          // When the service reports a fatal error.
          () => process.exit(1),
          close => {
            end = endBy(close)
          },
        )
        .catch((error: Error) => {
          // A start that was interrupted fails while it is closed.
          if (ending) return undefined
          printError(`${settings.logPriority ? '<3>' : ''}Millrace could not start: ${error.message}`)
          process.exit(1)
        })
      if (running === undefined || ending) return
      if (process.stdout.isTTY) print(`Millrace is running: open ${running.url}`)
      end = endBy(() => running.close())
      reload = () => {
        running.reloadCertificates().catch((error: Error) => printError(`Certificates: ${error.message}`))
      }
      if (wasHungUp) reload()
    })
}
