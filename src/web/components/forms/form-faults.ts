/** Faults of a form as texts: by field, and all others in `generalFault`. */
export interface FormFaults {
  fields: ReadonlyMap<string, string>
  generalFault: string | undefined
}

export const noFaults: FormFaults = { fields: new Map(), generalFault: undefined }
