/** The variables of templates, as in docs/triggers-actions.md, the most used first. */
export const templateVariables = [
  {
    group: 'event',
    names: [
      'event:host',
      'event:program',
      'event:message',
      'event:severity_name',
      'event:cisco_mnemonic',
      'event:first_occurrence_date',
      'event:last_occurrence_date',
      'event:facility_name',
      'event:status_name',
      'event:counter',
      'event:id',
      'event:ut:TAG',
    ],
  },
  { group: 'trigger', names: ['trigger:name', 'trigger:id', 'matches:count'] },
] as const
