/* elementary.h - exp and log with the same bits on every machine.
 *
 * C libraries differ in the last digit of exp and log, and here such a digit can decide which
 * of two fairlets a knapsack takes. These use +, -, * and / only, in a fixed order.
 */
#ifndef FCAP_BASE_ELEMENTARY_H
#define FCAP_BASE_ELEMENTARY_H

/* e^x, to about 1e-15 relative; 0 below -745, infinity above 709. */
double fcap_exp(double x);
/* ln x for x > 0, to about 1e-15. */
double fcap_log(double x);

#endif
