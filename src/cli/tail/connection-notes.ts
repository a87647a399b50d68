import { onOneLine } from '../terminal/cell-width.ts'
import { printError } from '../terminal/print.ts'

export function printLoss(reason: string): void {
  printError(`The connection is lost (${onOneLine(reason)}), trying again …`)
}

export function printReturn(): void {
  printError('Connected again.')
}
