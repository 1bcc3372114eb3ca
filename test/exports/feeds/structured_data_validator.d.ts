declare module '@adobe/structured-data-validator' {
  interface Issue {
    issueMessage: string;
    severity: 'ERROR' | 'WARNING';
  }
  export default class Validator {
    validate(extracted: Record<'jsonld' | 'microdata' | 'rdfa', object>): Promise<Issue[]>;
  }
}
