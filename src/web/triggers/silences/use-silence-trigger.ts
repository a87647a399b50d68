import { useMutation, useQueryClient } from '@tanstack/react-query'
import { minuteText } from '../../../charts/time-text.ts'
import type { Trigger } from '../../../schema/triggers/trigger.ts'
import { errorText } from '../../api/http/api-error.ts'
import { createSilence } from '../../api/silences.ts'
import { showToast } from '../../components/toast.tsx'
import { useZone } from '../../state/preferences.ts'
import { silenceTexts as texts } from '../../texts/notifications.ts'

export const silencesKey = 'silences'

/** Silences a trigger from now on for this many seconds. */
export function useSilenceTrigger(): (trigger: Pick<Trigger, 'id' | 'name'>, seconds: number) => void {
  const client = useQueryClient()
  const zone = useZone()
  const { mutate } = useMutation({
    mutationFn: ({ trigger, seconds }: { trigger: Pick<Trigger, 'id' | 'name'>; seconds: number }) =>
      createSilence({
        name: trigger.name,
        trigger_ids: [trigger.id],
        ends_at: Math.ceil(Date.now() / 1000) + seconds,
      }),
    onSuccess: created => {
      void client.invalidateQueries({ queryKey: [silencesKey] })
      showToast(texts.made(created.name, minuteText(created.ends_at, zone)))
    },
    onError: error => showToast(errorText(error)),
  })
  return (trigger, seconds) => mutate({ trigger, seconds })
}
