/** Words that carry a fact, each with the spellings that say the same: `wording|another`. A star stands for any ending. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  negation: [
    "not|no|none|never|nobody|no one|neither|nor|cannot|*n't|without|lack|lacks|nothing|unexplained",
    'only|alone',
    'unless|except',
    'until',
  ],
  doubt: [
    'may|might|can|could|possible|possibly|perhaps|potentially',
    'probably|likely|unlikely|presumably',
    'unclear|uncertain|unknown|not known|not established|not studied|not tested',
    'rare|rarely|seldom|uncommon|occasionally|now and then',
    'sometimes|at times',
  ],
  severity: [
    'call for help now',
    'call the same day',
    'contraindicat*',
    'avoid*',
    'not recommended|recommended against|advised against',
    'emergency|intensive care',
    'fatal|death*|die|died|dies|dying|deadly|kill*|lethal',
    'life-threatening|threaten* life|threatens life',
    'severe|severely|serious|seriously|strong|strongly',
    'permanent*|for good|irreversible|lasting',
    'boxed warning',
  ],
  condition: [
    'pregnan*|unborn|placenta',
    'breastfe*|breast-fe*|nursing|breast milk',
    'newborn*|infant*|baby|babies',
    'child|children',
    'older people|older adults|elderly|65',
    'kidney*|renal|creatinine|egfr|dialysis',
    'liver|hepat*|cirrhosis',
    'heart attack*|myocardial infarction',
    'heart failure|failing heart|weak heart',
    'heart block|sick sinus|pacemaker',
    'heart rhythm|arrhythm*|qt|torsade*|irregular heartbeat|atrial fibrillation',
    'slow heartbeat|slow pulse|bradycardia',
    'fast heartbeat|fast pulse|racing heart|tachycardia',
    'angina|chest pain',
    'stroke*',
    'blood clot*|clot|clots|thrombo*|embol*',
    'bleed*|hemorrhag*',
    'low blood pressure|low pressure|hypotens*',
    'high blood pressure|high pressure|hypertens*',
    'low blood sugar|low sugar|hypoglyc*',
    'high blood sugar|high sugar|hyperglyc*',
    'diabetes|diabetic',
    'asthma|copd|wheez*|narrowed airways|bronchospasm',
    'trouble breathing|breathing failure|failure of breathing|shortness of breath|short breath|breathless*|slow breathing|shallow breathing|failing breath*',
    'seizure*|epilep*|convuls*',
    'glaucoma',
    'vision|sight',
    'porphyria|g6pd',
    'allerg*|anaphyla*|hypersens*|angioedema|hives',
    'rash|stevens-johnson|dress|peeling skin|blister*',
    'jaundice|yellow skin|dark urine',
    'pancreat*',
    'ulcer*',
    'surg*|operation*|anesthe*',
    'dental|dentist*|tooth|teeth',
    'depress*|low mood',
    'suicid*',
    'mania|manic|bipolar',
    'psychos*|hallucinat*',
    'serotonin syndrome',
    'neuroleptic malignant',
    'dizz*|lighthead*|faint*',
    'drows*|sleepiness|sleepy|sedat*',
    'insomnia|sleepless*|trouble sleeping|poor sleep',
    'confus*|delirium',
    'coma|unconscious*|loss of consciousness|passing out|cannot be woken',
    'muscle pain|muscle weakness|rhabdomyolysis|muscle breakdown',
    'thyroid',
    'adrenal',
    'cancer*|tumor*',
    'infection*|sepsis',
    'potassium',
    'sodium',
    'magnesium',
    'calcium',
    'dehydrat*|too little fluid|lack of fluid',
    'diarrhea',
    'vomit*',
    'nausea',
    'constipat*',
    'withdrawal',
    'depend*|addict*|abuse|misuse',
    'overdose*|poison*',
    'alcohol*',
    'grapefruit',
    'food|meal*|empty stomach',
    'driv*|machines',
    'sun|sunlight|light',
    'heat|hot|°c|°f',
    'pheochromocytoma',
    'myasthenia',
    'parkinson*',
    'dementia|alzheimer*',
    'gout|uric acid',
    'prostate|urinary retention|passing urine',
    'vein|veins|iv|intravenous*|drip',
    'muscle injection|into a muscle|intramuscular*',
  ],
};

/** A word or a few that carry a fact, as found in texts: the group's first spelling stands for all. */
export interface FactWord {
  readonly type: string;
  readonly shown: string;
  readonly pattern: RegExp;
}

const patternOf = (spelling: string): string =>
  spelling
    .replace(/[.+?^$()[\]{}\\]/g, '\\$&')
    .replaceAll('*', "[a-z'-]*")
    .replaceAll(' ', '\\s+');

export const FACT_WORDS: readonly FactWord[] = Object.entries(GROUPS).flatMap(([type, groups]) =>
  groups.map((group) => {
    const spellings = group.split('|');
    // The longest first: "not known" is no "not".
    const alternatives = spellings.toSorted((a, b) => b.length - a.length).map(patternOf);
    return {
      type,
      shown: (spellings[0] as string).replace('*', '...'),
      pattern: new RegExp(`(?<![a-z])(?:${alternatives.join('|')})(?![a-z])`, 'gi'),
    };
  }),
);
