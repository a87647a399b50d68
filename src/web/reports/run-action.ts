import { errorText } from '../api/api-error.ts'
import { showToast } from '../components/toast.tsx'
import { notifyReportsChanged } from './use-polled-fetch.ts'

/** Runs an action on a report or schedule, shows `doneText` or why it failed, and refreshes the lists. */
export async function runAction(action: () => Promise<unknown>, doneText: string): Promise<void> {
  try {
    await action()
    showToast(doneText)
  } catch (error) {
    showToast(errorText(error))
  }
  notifyReportsChanged()
}
