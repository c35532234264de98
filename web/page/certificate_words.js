// certificate_words.js - how good the groups are, proved, in a sentence a teacher can use.
import { isFault } from './broken_words.js';
import { percentDown, percentUp, t } from './i18n.js';
import { isStale } from './results.js';

const WORTH_SAYING = 0.25; // beyond, a gap tells nothing
const MOSTLY = 0.5; // of what is possible

// Part by which any other groups could be better at most; null where nothing is proved.
export function gapOf(result) {
    const { measure, lowerBound } = result;
    if (lowerBound <= 0 || !(measure.cost > 0) || measure.broken.some(isFault) || measure.repeatedPairs > 0) {
        return null;
    }
    return Math.max(0, (measure.cost - lowerBound) / measure.cost);
}

// Where hardly anything is left to gain, a gap tells little: how much of what is possible, beyond groups drawn by
// lot, is reached at least.
function reached({ measure, lowerBound }) {
    const byLot = measure.columns.reduce((sum, { weight, random }) => sum + weight * random, 0);
    const best = Math.max(0, lowerBound); // nothing costs less than nothing
    return byLot > best && measure.repeatedPairs === 0 ? Math.max(0, (byLot - measure.cost) / (byLot - best)) : 0;
}

export function certificateWords(result) {
    if (isStale(result)) {
        return t('proof.stale');
    }
    if (result.measure.broken.some(isFault)) {
        return t('proof.broken');
    }
    const where = result.kept > 0 ? t('proof.withPins') : '';
    if (result.allTried && !result.byHand) {
        return `${t('proof.optimal')} ${where}`.trim();
    }
    if (result.measure.columns.length === 0) {
        return t('proof.byLot');
    }
    const gap = gapOf(result);
    if (gap !== null && gap <= WORTH_SAYING) {
        return `${t('proof.gap', { gap: percentUp(gap) })} ${where}`.trim();
    }
    const part = reached(result);
    return part < MOSTLY ? t('proof.none') : `${t('proof.reached', { part: percentDown(part) })} ${where}`.trim();
}
