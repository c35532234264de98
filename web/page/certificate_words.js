// certificate_words.js - how good the groups are, proved, in a sentence a teacher can use.
import { isFault } from './broken_words.js';
import { percentUp, t } from './i18n.js';
import { isStale } from './results.js';

const WORTH_SAYING = 0.25; // beyond, a bound tells nothing

// Part by which any other groups could be better at most; null where nothing is proved.
export function gapOf(result) {
    const { measure, lowerBound } = result;
    if (lowerBound <= 0 || !(measure.cost > 0) || measure.broken.some(isFault) || measure.repeatedPairs > 0) {
        return null;
    }
    return Math.max(0, (measure.cost - lowerBound) / measure.cost);
}

export function certificateWords(result) {
    if (isStale(result)) {
        return t('proof.stale');
    }
    if (result.measure.broken.some(isFault)) {
        return t('proof.broken');
    }
    const where = result.kept > 0 ? t('proof.withPins') : '';
    if (result.outcome === 'optimal' && !result.byHand) {
        return `${t('proof.optimal')} ${where}`.trim();
    }
    if (result.measure.columns.length === 0) {
        return t('proof.byLot');
    }
    const gap = gapOf(result);
    return gap === null || gap > WORTH_SAYING
        ? t('proof.none')
        : `${t('proof.gap', { gap: percentUp(gap) })} ${where}`.trim();
}
