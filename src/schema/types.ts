// Generated from the JSON Schemas beside this file by `npm run types`. Do not edit.

/**
 * Public profile of a medication.
 */
export interface MedicationProfile {
  /**
   * Source-data version, year and month (YYYY-MM).
   */
  version?: string;
  /**
   * Date of the last editorial review (YYYY-MM-DD).
   */
  lastReviewed?: string;
  /**
   * Brand name or names.
   */
  brandName?: string;
  /**
   * Generic (nonproprietary) name.
   */
  genericName?: string;
  /**
   * Maker of the originator product.
   */
  manufacturer?: string;
  /**
   * First FDA approval, with its date and application where known.
   */
  fdaApproval?: string;
  /**
   * Pharmacologic class.
   */
  drugClass?: string;
  /**
   * Controlled-substance schedule, or a text saying it is not controlled.
   */
  schedule?: string;
  /**
   * Dosage forms and strengths as text with units.
   */
  doses?: string[];
  /**
   * What it is approved for.
   */
  indications?: string[];
  /**
   * What it costs, with the date of each figure.
   */
  costs?: {
    /**
     * Cost with insurance.
     */
    withInsurance?: string;
    /**
     * Cost without insurance.
     */
    withoutInsurance?: string;
    /**
     * List price.
     */
    listPrice?: string;
    /**
     * How the cost may be lowered.
     */
    costSavingTip?: string;
    /**
     * What a price covers.
     */
    costPeriod?: "monthly" | "one-time" | "per-dose";
    /**
     * How long a course lasts.
     */
    costDuration?: string;
    /**
     * Length of a course in months.
     */
    costDurationMonths?: number;
    /**
     * Doses in a series.
     */
    dosesInSeries?: number;
  };
  /**
   * FDA boxed warning; present only where one applies.
   */
  blackBox?: {
    /**
     * Headline of the boxed warning.
     */
    warning?: string;
    /**
     * What the boxed warning says.
     */
    description?: string;
    /**
     * Who must not take it.
     */
    contraindications?: string[];
  };
  /**
   * Side effects.
   */
  sideEffects?: {
    /**
     * Common side effects.
     *
     * Items: A common side effect.
     */
    common?: {
      /**
       * Effect.
       */
      effect?: string;
      /**
       * Rate, as measured, with its comparison where known.
       */
      rate?: string;
      /**
       * What may help, or what the rate rests on.
       */
      tip?: string;
    }[];
    /**
     * Serious side effects.
     */
    serious?: string[];
  };
  /**
   * Documented interactions.
   */
  drugInteractions?: {
    /**
     * Major interactions.
     */
    major?: InteractionEntry[];
    /**
     * Moderate interactions.
     */
    moderate?: InteractionEntry[];
    /**
     * Interactions with food and drink.
     */
    food?: InteractionEntry[];
  };
  /**
   * Special populations.
   */
  specialPopulations?: {
    pregnancy?: Population;
    nursing?: Population;
    pediatric?: Population;
    geriatric?: Population;
    renal?: Population;
    hepatic?: Population;
    menopause?: Population;
  };
  /**
   * Evidence and its funding.
   */
  clinicalTrials?: {
    /**
     * Key studies.
     */
    keyStudies?: string;
    /**
     * What they found.
     */
    results?: string;
    /**
     * Who paid.
     */
    fundingDetails?: string;
    /**
     * Conflicts of interest.
     */
    conflicts?: string;
    /**
     * Trials with their registry entries.
     *
     * Items: A trial.
     */
    trialLinks?: {
      /**
       * Registry identifier, NCT and eight digits.
       */
      id?: string;
      /**
       * Short name of the trial.
       */
      name?: string;
      /**
       * Address in the registry.
       */
      link?: string;
      /**
       * Where it was published.
       */
      publication?: string;
      /**
       * Who paid for it.
       */
      funder?: string;
    }[];
  };
  /**
   * Lifestyle and other non-pharmaceutical alternatives.
   */
  metabolicAlternatives?: {
    /**
     * Title.
     */
    title?: string;
    /**
     * The main point.
     */
    keyPoint?: string;
    /**
     * Non-pharmaceutical interventions.
     *
     * Items: An intervention.
     */
    interventions?: {
      /**
       * Method.
       */
      method?: string;
      /**
       * What it consists of.
       */
      detail?: string;
      /**
       * What was measured.
       */
      efficacy?: string;
      /**
       * Source.
       */
      link?: string;
    }[];
    /**
     * Studies of the interventions.
     *
     * Items: A study.
     */
    studies?: {
      /**
       * Study.
       */
      name?: string;
      /**
       * Result.
       */
      result?: string;
      /**
       * Source.
       */
      link?: string;
    }[];
  };
  /**
   * Stopping.
   */
  taperingInfo?: {
    /**
     * Risk of stopping abruptly.
     */
    tier?: "critical" | "caution" | "low" | "na";
    /**
     * The tier in words.
     */
    tierLabel?: string;
    /**
     * Why.
     */
    reason?: string;
    /**
     * How stopping is usually managed by prescribers.
     */
    protocol?: string[];
    /**
     * How long it usually takes.
     */
    timeframe?: string;
    /**
     * Symptoms that call for help.
     */
    warningSymptoms?: string[];
  };
  /**
   * Questions and tests to raise with the clinician.
   */
  doctorQuestions?: {
    /**
     * Questions for the clinician.
     */
    questions?: string[];
    /**
     * Tests to ask about.
     */
    tests?: string[];
  };
  /**
   * Narrow-therapeutic-index disclosure.
   */
  nti?: {
    /**
     * What the narrow margin means.
     */
    note?: string;
  };
  /**
   * Differences between routes of administration.
   *
   * Items: A route.
   */
  routeProfiles?: {
    /**
     * Route.
     */
    route?: string;
    /**
     * Brands of this route.
     */
    brands?: string[];
    /**
     * Risk of venous clots by this route.
     */
    vteRisk?: "high" | "low" | "minimal" | "moderate";
    /**
     * Note on clots.
     */
    vteNote?: string;
    /**
     * Absorption into the blood.
     */
    systemicAbsorption?: string;
    /**
     * Clinical note.
     */
    clinicalNote?: string;
  }[];
}
/**
 * An interaction.
 */
export interface InteractionEntry {
  /**
   * Drug, supplement or class.
   */
  drug?: string;
  /**
   * Food, drink or other item.
   */
  item?: string;
  /**
   * What happens.
   */
  effect?: string;
}
/**
 * Statement for one population.
 */
export interface Population {
  /**
   * Category.
   */
  category?: string;
  /**
   * Details.
   */
  details?: string;
  /**
   * Colour token.
   */
  color?: string;
}

/**
 * Public profile of a supplement.
 */
export interface SupplementProfile {
  /**
   * Source-data version, year and month (YYYY-MM).
   */
  version?: string;
  /**
   * Date of the last editorial review (YYYY-MM-DD).
   */
  lastReviewed?: string;
  /**
   * Identifier, equal to the slug.
   */
  id?: string;
  /**
   * Name.
   */
  name?: string;
  /**
   * One line below the name.
   */
  subtitle?: string;
  /**
   * Category.
   */
  category?: string;
  /**
   * Regulatory position in the US.
   */
  fdaStatus?: string;
  /**
   * What it is.
   */
  whatItIs?: string;
  /**
   * The main finding.
   */
  keyFinding?: string;
  /**
   * Why the form matters.
   */
  whyFormMatters?: string;
  /**
   * Note on doses studied.
   */
  dosingNote?: string;
  /**
   * Risk of going rancid.
   */
  rancidityRisk?: string;
  /**
   * Who pays for the research.
   */
  fundingContext?: string;
  /**
   * Forms.
   *
   * Items: A form.
   */
  forms?: {
    /**
     * Form.
     */
    form?: string;
    /**
     * Absorption as measured.
     */
    absorption?: string;
    /**
     * Note.
     */
    note?: string;
    /**
     * Whether most evidence is for this form.
     */
    preferred?: boolean;
  }[];
  /**
   * Doses studied by condition.
   *
   * Items: A dose studied.
   */
  dosing?: {
    /**
     * Condition.
     */
    condition?: string;
    /**
     * Dose studied.
     */
    dose?: string;
    /**
     * Source.
     */
    source?: string;
  }[];
  /**
   * Documented interactions.
   *
   * Items: An interaction.
   */
  interactions?: {
    /**
     * Drug, supplement, food or class.
     */
    drug?: string;
    /**
     * Risk of the combination.
     */
    risk?: "Low" | "Moderate" | "High";
    /**
     * What happens.
     */
    note?: string;
  }[];
  /**
   * Who should take care.
   */
  cautionGroups?: string[];
  /**
   * Third-party certifications.
   *
   * Items: A certification.
   */
  certifications?: {
    /**
     * Certification.
     */
    cert?: string;
    /**
     * How much it proves.
     */
    tier?: "Gold Standard" | "Strong" | "Independent" | "Caution";
    /**
     * What it covers.
     */
    note?: string;
  }[];
  /**
   * Studies.
   *
   * Items: A study.
   */
  studies?: {
    /**
     * Study.
     */
    name?: string;
    /**
     * Year.
     */
    year?: string;
    /**
     * Number of participants, as text.
     */
    n?: string;
    /**
     * Finding.
     */
    finding?: string;
    /**
     * Risk of bias of the study.
     */
    biasRisk?: "Low" | "Some concerns" | "High";
    /**
     * Who paid.
     */
    funded?: string;
    /**
     * Note on funding.
     */
    fundingNote?: string;
    /**
     * Area.
     */
    area?: string;
  }[];
  /**
   * Related medications.
   *
   * Items: A related medication.
   */
  relatedMedications?: {
    /**
     * Slug of a medication record.
     */
    medId?: string;
    /**
     * Its name.
     */
    medName?: string;
    /**
     * How they relate.
     */
    relationship?: string;
  }[];
}

/**
 * Public profile of a peptide.
 */
export interface PeptideProfile {
  /**
   * Source-data version, year and month (YYYY-MM).
   */
  version?: string;
  /**
   * Date of the last editorial review (YYYY-MM-DD).
   */
  lastReviewed?: string;
  /**
   * Identifier, equal to the slug.
   */
  id?: string;
  /**
   * Name.
   */
  name?: string;
  /**
   * One line below the name.
   */
  subtitle?: string;
  /**
   * Category.
   */
  category?: string;
  /**
   * Regulatory position, with its date.
   */
  regulatoryStatus?: string;
  /**
   * Route of administration.
   */
  adminRoute?: string;
  /**
   * What it is.
   */
  whatItIs?: string;
  /**
   * The main finding.
   */
  keyFinding?: string;
  /**
   * Mechanism as described.
   */
  mechanismOfAction?: string;
  /**
   * Position on compounding.
   */
  compoundingGuidance?: string;
  /**
   * Research uses.
   *
   * Items: A research use.
   */
  researchUses?: {
    /**
     * Area.
     */
    area?: string;
    /**
     * Finding.
     */
    finding?: string;
    /**
     * Note.
     */
    note?: string;
  }[];
  /**
   * Stability and form.
   */
  stabilityAndForm?: {
    /**
     * Forms.
     *
     * Items: A form.
     */
    validForms?: {
      /**
       * Form.
       */
      form?: string;
      /**
       * Whether it reaches the blood in this form.
       */
      bioavailable?: boolean;
      /**
       * Note.
       */
      note?: string;
    }[];
    /**
     * Note on reconstitution.
     */
    reconstitutionNote?: string;
    /**
     * Whether a pill form is not credible.
     */
    pillWarning?: boolean;
    /**
     * Exception to the pill warning.
     */
    pillException?: string;
  };
  /**
   * Risks of buying outside a pharmacy.
   */
  greyMarketRisks?: string[];
  /**
   * Blood tests used for monitoring.
   *
   * Items: A test.
   */
  bloodworkToMonitor?: {
    /**
     * Laboratory test.
     */
    lab?: string;
    /**
     * How often it was done.
     */
    frequency?: string;
    /**
     * Why.
     */
    why?: string;
  }[];
  /**
   * Documented interactions.
   *
   * Items: An interaction.
   */
  interactions?: {
    /**
     * Drug, supplement, food or class.
     */
    drug?: string;
    /**
     * Risk of the combination.
     */
    risk?: "Low" | "Moderate" | "High";
    /**
     * What happens.
     */
    note?: string;
  }[];
  /**
   * Who should take care.
   */
  cautionGroups?: string[];
  /**
   * Studies.
   *
   * Items: A study.
   */
  studies?: {
    /**
     * Study.
     */
    name?: string;
    /**
     * Year.
     */
    year?: string;
    /**
     * Number of participants, as text.
     */
    n?: string;
    /**
     * Finding.
     */
    finding?: string;
    /**
     * Risk of bias of the study.
     */
    biasRisk?: "Low" | "Some concerns" | "High";
    /**
     * Who paid.
     */
    funded?: string;
    /**
     * Area.
     */
    area?: string;
  }[];
}

export type Source = {
  id: string;
  type: "fda-label" | "trial" | "guideline" | "review" | "registry" | "government";
  title: string;
  url: string;
  /**
   * Date of the source: YYYY, YYYY-MM or YYYY-MM-DD.
   */
  date?: string;
  /**
   * DailyMed set id of a label.
   */
  setId?: string;
  /**
   * Effective date of a label.
   */
  effective?: string;
};
/**
 * A statement, alone or with the ids of the sources that are its own.
 */
export type Statement =
  | string
  | {
      text: string;
      sources?: SourceIds;
    };
/**
 * Ids of sources of this record.
 */
export type SourceIds = string[];

/**
 * What an author writes around a profile; the same for every kind.
 */
export interface ContentRecord {
  /**
   * What people search by, beside the names inside the profile.
   */
  names: {
    /**
     * Brand names.
     */
    brands?: string[];
    /**
     * Other names, also foreign, Latin and common ones.
     */
    synonyms?: string[];
    /**
     * Abbreviations.
     */
    abbreviations?: string[];
    /**
     * Salt and ester forms by full name.
     */
    salts?: string[];
    /**
     * Identifiers of other registers, as text.
     */
    ids?: {
      /**
       * Of each active ingredient, one or several.
       */
      unii?: string | string[];
      /**
       * Of each active ingredient, one or several.
       */
      rxcui?: string | string[];
      atc?: string;
      cas?: string;
      pubchem?: string;
    };
  };
  /**
   * Active substances: the key that ties records of one substance together. Lower-case generic names.
   */
  substances: string[];
  /**
   * Interaction and therapeutic classes: ids from content/vocabulary/classes.yaml.
   */
  classes?: string[];
  /**
   * Of a peptide: approved products in the US that this record speaks of; empty when there is none.
   */
  approvedAs?: string[];
  /**
   * What the record was written from.
   */
  sources: Source[];
  /**
   * Profile field (or path below it) to the ids of the sources that support it.
   */
  supports: {
    [k: string]: string[];
  };
  /**
   * Who must not take it, complete, one statement each.
   */
  contraindications?: Statement[];
  /**
   * What people ask and the profile has no field for.
   */
  practical?: {
    mechanism?: Statement;
    timing?: Statement;
    missedDose?: Statement;
    overdose?: Statement;
    storage?: Statement;
    driving?: Statement;
    monitoring?: Statement;
    onset?: Statement;
    halfLife?: Statement;
    stopBeforeSurgery?: Statement;
  };
  /**
   * What changed, for readers, newest first.
   */
  changes: {
    date: string;
    text: string;
  }[];
  profile: {};
}

/**
 * Response envelope of every answer: the same eight fields.
 */
export interface Envelope {
  /**
   * One or two sentences that frame the data.
   */
  assessment_summary: string;
  /**
   * How to present the data to a person.
   */
  interpretation_guidance: string;
  /**
   * Negative constraints that a consumer honours.
   */
  must_not: string[];
  /**
   * Attribution line to cite.
   */
  attribution: string;
  /**
   * Educational-reference disclaimer.
   */
  disclaimer: string;
  /**
   * Canonical page of the item.
   */
  source_url: string;
  /**
   * Newest date of the data in the answer (YYYY-MM-DD).
   */
  last_updated: string;
  data: unknown;
}

/**
 * RFC 9457 problem that is an envelope with null data as well.
 */
export interface Problem {
  /**
   * Page that explains the problem.
   */
  type: string;
  /**
   * Short name of the problem.
   */
  title: string;
  /**
   * HTTP status.
   */
  status: number;
  /**
   * What happened and what to do.
   */
  detail: string;
  /**
   * The request, or the id that the log has.
   */
  instance: string;
  /**
   * Stable code.
   */
  code:
    | "missing_parameter"
    | "invalid_parameter"
    | "unsupported_kind"
    | "same_item"
    | "not_found"
    | "not_in_catalog"
    | "not_recognized"
    | "ambiguous_name"
    | "is_a_class"
    | "method_not_allowed"
    | "bad_request"
    | "request_timeout"
    | "headers_too_large"
    | "withdrawn"
    | "payload_too_large"
    | "unsupported_media_type"
    | "invalid_body"
    | "invalid_json"
    | "rate_limited"
    | "storage_unavailable"
    | "internal_error"
    | "forbidden";
  /**
   * One entry for each input at fault.
   */
  errors?: {
    /**
     * Name of the input.
     */
    parameter: string;
    /**
     * What is wrong with it.
     */
    detail: string;
  }[];
  /**
   * Records that may have been meant.
   */
  suggestions?: {
    kind: "medication" | "supplement" | "peptide";
    slug: string;
    name: string;
    /**
     * The name of it that is near what was asked, where that is another: "zoloft" of sertraline.
     */
    matched?: string;
    /**
     * Canonical page.
     */
    canonical_url: string;
  }[];
  /**
   * One or two sentences that frame the data.
   */
  assessment_summary: string;
  /**
   * How to present the data to a person.
   */
  interpretation_guidance: string;
  /**
   * Negative constraints that a consumer honours.
   */
  must_not: string[];
  /**
   * Attribution line to cite.
   */
  attribution: string;
  /**
   * Educational-reference disclaimer.
   */
  disclaimer: string;
  /**
   * Canonical page of the item.
   */
  source_url: string;
  /**
   * Newest date of the data in the answer (YYYY-MM-DD).
   */
  last_updated: string;
  /**
   * Always null.
   */
  data: null;
}

/**
 * Body of a hallucination report. Fields beyond these are ignored.
 */
export interface Report {
  /**
   * The claim attributed to the service that is wrong.
   */
  claim: string;
  /**
   * Slug of the record it concerns.
   */
  slug?: string;
  /**
   * The program that showed the claim.
   */
  client?: string;
  /**
   * What the reporter expected, and where it stands.
   */
  expected_source?: string;
  /**
   * Anything else.
   */
  notes?: string;
}

/**
 * llms-index.json: one entry for each Markdown companion.
 */
export interface Manifest {
  /**
   * Address of this schema.
   */
  schema: string;
  /**
   * Manifest version.
   */
  version: 1;
  /**
   * Newest lastModified of the files.
   */
  generated: string;
  /**
   * Site address.
   */
  site: string;
  /**
   * Developer page.
   */
  documentation: string;
  related: {
    /**
     * llms.txt
     */
    llmsTxt: string;
    /**
     * llms-full.txt
     */
    llmsFullTxt: string;
    /**
     * sitemap.xml
     */
    sitemap: string;
    /**
     * OpenAPI description
     */
    openapi: string;
  };
  counts: {
    /**
     * Medications.
     */
    medication: number;
    /**
     * Supplements.
     */
    supplement: number;
    /**
     * Peptides.
     */
    peptide: number;
    /**
     * All records.
     */
    total: number;
  };
  files: {
    kind: "medication" | "supplement" | "peptide";
    /**
     * Slug.
     */
    slug: string;
    /**
     * Address of the companion.
     */
    url: string;
    /**
     * Address of the page.
     */
    canonical: string;
    /**
     * Length of the UTF-8 body as served.
     */
    bytes: number;
    /**
     * Date on which its bytes last changed.
     */
    lastModified: string;
    /**
     * SHA-256 of the body, lower-case hex.
     */
    sha256: string;
  }[];
}

/**
 * changes.json: every record added, changed, renamed or withdrawn since the ledger began, newest first.
 */
export interface ChangeList {
  /**
   * Address of this schema.
   */
  schema: string;
  /**
   * Version of this list's shape.
   */
  version: 1;
  /**
   * Date of the newest change.
   */
  generated: string;
  /**
   * Site address.
   */
  site: string;
  changes: {
    /**
     * Day of the change.
     */
    date: string;
    /**
     * What happened to the record.
     */
    type: "added" | "changed" | "renamed" | "withdrawn";
    kind: "medication" | "supplement" | "peptide";
    /**
     * Slug after the change.
     */
    slug: string;
    /**
     * Former slug of a renamed record.
     */
    from?: string;
    /**
     * Name of the record; its slug when it is gone.
     */
    name: string;
    /**
     * Address of the page.
     */
    canonical: string;
    /**
     * What the record says it changed on that day.
     */
    note?: string;
    /**
     * Why a record was withdrawn.
     */
    reason?: string;
    /**
     * Slug of the record to read instead.
     */
    successor?: string;
  }[];
}

/**
 * content/ledger.json: when each companion last changed. Written by the build and by `npm run ledger`.
 */
export interface Ledger {
  /**
   * By path below the site root, such as medication/warfarin.md.
   */
  files: {
    [k: string]: {
      /**
       * SHA-256 of the companion with the site's address and its own date left blank.
       */
      sha256: string;
      /**
       * Day on which it last changed.
       */
      date: string;
    };
  };
  /**
   * What happened to records since the ledger began, newest first.
   */
  changes: {
    date: string;
    type: "added" | "changed" | "renamed" | "withdrawn";
    kind: "medication" | "supplement" | "peptide";
    /**
     * Slug after the change.
     */
    slug: string;
    /**
     * Former slug of a renamed record.
     */
    from?: string;
  }[];
}

/**
 * content/site.yaml
 */
export interface Site {
  /**
   * Name of the service.
   */
  name: string;
  /**
   * One line.
   */
  summary: string;
  /**
   * One paragraph.
   */
  description: string;
  siteUrl: string;
  baseUrl?: string;
  /**
   * Line to cite.
   */
  attribution: string;
  /**
   * Educational-reference disclaimer.
   */
  disclaimer: string;
  contact: {
    /**
     * Address of the editors.
     */
    email: string;
  };
  securityContact: {
    /**
     * Address for security reports.
     */
    email: string;
    expires: string;
  };
  /**
   * Terms of use, one a line.
   */
  terms: string[];
  /**
   * Whom to call; shown beside overdose and thoughts of suicide.
   */
  helpLines?: {
    for: "emergency" | "poisoning" | "crisis";
    /**
     * Who answers, and where it holds.
     */
    name: string;
    /**
     * As it is dialed.
     */
    number: string;
    /**
     * What else to know, such as that texts are answered.
     */
    note?: string;
  }[];
  /**
   * Seconds between two requests of a crawler.
   */
  crawlDelay: number;
  /**
   * False takes the service worker away from readers who keep a list; true or absent offers it.
   */
  offline?: boolean;
}

/**
 * content/redirects.yaml
 */
export interface Redirects {
  renamed: {
    kind: "medication" | "supplement" | "peptide";
    from: string;
    to: string;
    date: string;
  }[];
  withdrawn: {
    kind: "medication" | "supplement" | "peptide";
    slug: string;
    date: string;
    /**
     * Why, for readers.
     */
    reason: string;
    successor?: string;
  }[];
}

/**
 * content/corrections/*.yaml
 */
export interface Correction {
  /**
   * Id of the report.
   */
  id: string;
  date: string;
  kind?: "medication" | "supplement" | "peptide";
  slug?: string;
  /**
   * What was reported.
   */
  claim: string;
  /**
   * What we found.
   */
  finding: string;
  /**
   * What changed.
   */
  change: string;
}

/**
 * content/vocabulary/classes.yaml
 */
export type InteractionClasses = {
  id: string;
  /**
   * What a reader sees.
   */
  name: string;
  kind: "class" | "food";
  /**
   * What a class is, in one or two plain sentences of our own.
   */
  description?: string;
  /**
   * Other names of the class.
   */
  synonyms?: string[];
  /**
   * What people call it who ask. They find it so; texts of interactions do not name it so, because the words are looser than the class.
   */
  everyday?: string[];
  /**
   * Ids of classes that hold every member of this one.
   */
  parents?: string[];
  /**
   * Lower-case substance names.
   */
  members: string[];
  /**
   * Lists by class have it as a heading: of several, a record stands under the one with the lowest number.
   */
  heading?: number;
  /**
   * Medicines of one kind, of which one is usually taken at a time: how severe it is to take two.
   */
  sameKind?: "major" | "moderate";
  source: {
    /**
     * Where membership comes from.
     */
    text: string;
    url?: string;
    date?: string;
  };
}[];

/**
 * content/vocabulary/substances.yaml
 */
export type Substances = {
  /**
   * Lower-case US name.
   */
  name: string;
  kind: "drug" | "supplement" | "peptide" | "food";
  /**
   * Other names of the same substance.
   */
  synonyms?: string[];
  /**
   * Substances that are forms of it: a record of it may take their names.
   */
  forms?: string[];
}[];

/**
 * content/vocabulary/confusable.yaml
 */
export interface Confusable {
  pairs: {
    names: string[];
    tall?: string[];
    /**
     * Who published the pair.
     */
    source: string;
  }[];
  excused?: {
    names: string[];
    /**
     * Why the pair is no danger.
     */
    reason: string;
  }[];
}

/**
 * content/vocabulary/effects.yaml: what can happen between two things, gravest first.
 */
export type Effects = {
  id: string;
  /**
   * The effect as a heading.
   */
  name: string;
  /**
   * What two things both do, after their names and "both": "make bleeding more likely".
   */
  both?: string;
  /**
   * What follows, as a clause after "so"; {affected} is the name of the one that is affected.
   */
  follows?: string;
  /**
   * What it means for a person, in one sentence.
   */
  plain: string;
  /**
   * Signs to watch for, most urgent first.
   */
  signs: string[];
  /**
   * When to get help for a sign: at once, the same day, or at the next visit.
   */
  help: "now" | "soon" | "visit";
  /**
   * How soon it can show.
   */
  soon?: string;
  /**
   * What is usually done, in one sentence.
   */
  usually?: string;
  /**
   * Beginnings of words by which a text names it, beside those of its name and sentence.
   */
  words?: string[];
  /**
   * How people ask for it.
   */
  asked?: string[];
  /**
   * Ids of the classes whose members share the effect, so that it adds up.
   */
  classes?: string[];
  /**
   * Where the sentence, the signs and what is done were read.
   */
  sources: {
    title: string;
    url: string;
    date?: string;
  }[];
}[];

/**
 * content/vocabulary/guidance.yaml: what a named source asks for where two classes or substances meet.
 */
export interface Guidance {
  sources: {
    id: string;
    type: "fda-label" | "trial" | "guideline" | "review" | "registry" | "government";
    title: string;
    url: string;
    date?: string;
  }[];
  pairs: {
    id: string;
    /**
     * Ids of classes, or names of substances; the same class twice means any two of its members.
     */
    pair: string[];
    action: "contraindicated" | "avoid" | "separate" | "adjust" | "monitor" | "know";
    severity: "major" | "moderate" | "minor";
    /**
     * Id of the effect (effects.yaml).
     */
    effect: string;
    mechanism?: "additive" | "raises-level" | "lowers-level" | "absorption" | "opposes";
    /**
     * Which of the pair is affected.
     */
    affects?: "first" | "second";
    /**
     * For whom it holds, where it does not hold for all.
     */
    when?: string;
    /**
     * What the source asks for, in one or two sentences.
     */
    text: string;
    /**
     * Where it does not hold, in one sentence.
     */
    unless?: string;
    /**
     * Id of one of the sources.
     */
    source: string;
  }[];
}

/**
 * content/vocabulary/most-used.yaml
 */
export type MostUsed = {
  rank: number;
  /**
   * As `substances` of a record names them.
   */
  substances: string[];
  /**
   * In a year, in thousands.
   */
  purchases?: number;
}[];

/**
 * content/vocabulary/label-exceptions.yaml: pairs that a label names without saying that anything happens
 */
export type LabelExceptions = {
  /**
   * Record whose label it is.
   */
  record: string;
  /**
   * Record that the label names.
   */
  other: string;
  /**
   * What the label says of the pair.
   */
  reason: string;
}[];

/**
 * content/vocabulary/questions.yaml
 */
export interface QuestionWords {
  /**
   * Words that say nothing of what is looked for, several in a line.
   */
  empty: string[];
  /**
   * Words that are a name, or near one, and still mean only what they say; several in a line.
   */
  plain: string[];
  /**
   * Which words name the part of a record that answers; of several parts the first in this list.
   */
  sections: {
    part:
      | "overview"
      | "safety"
      | "uses"
      | "dosing"
      | "practical"
      | "side_effects"
      | "interactions"
      | "populations"
      | "stopping"
      | "evidence"
      | "alternatives"
      | "cost"
      | "questions"
      | "sources";
    /**
     * Words and phrases that ask for the part wherever they stand.
     */
    words: string[];
    /**
     * Words and phrases that ask for it beside a name; alone they are what is looked for.
     */
    beside: string[];
  }[];
  /**
   * Phrases that ask to spare an organ: which part tells of it, and what comes last because it may harm it.
   */
  sparing?: {
    say: string[];
    part:
      | "overview"
      | "safety"
      | "uses"
      | "dosing"
      | "practical"
      | "side_effects"
      | "interactions"
      | "populations"
      | "stopping"
      | "evidence"
      | "alternatives"
      | "cost"
      | "questions"
      | "sources";
    /**
     * Ids of classes.yaml whose members come last.
     */
    behind: string[];
  }[];
  /**
   * Expressions whose words mean something else apart.
   */
  fixed: string[];
  /**
   * Words that put two things side by side without asking what happens between them.
   */
  comparing: string[];
  kinds: {
    kind: "medication" | "supplement" | "peptide";
    words: string[];
  }[];
  /**
   * What people say, and what stands for it in the records.
   */
  everyday: {
    say: string[];
    read: string[];
    /**
     * Ids of classes.yaml whose members are meant, or are usual for it.
     */
    classes?: string[];
  }[];
}
