/* python_limited.c - the road not taken: a call of the library from Python through the stable
 * ABI and the buffer protocol, by hand. bench/python_overhead.py builds it and compares it with
 * cffi (docs/decisions/0014-python.md).
 */
#define Py_LIMITED_API 0x030b0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <faircap/faircap.h>

/* cluster(x, labels, d, k): k-medoids of the points in one buffer, labels into another. */
static PyObject *cluster(PyObject *self, PyObject *args) {
    (void)self;
    Py_buffer x;
    Py_buffer labels;
    int d = 0;
    int k = 0;
    if (!PyArg_ParseTuple(args, "y*w*ii", &x, &labels, &d, &k)) {
        return NULL;
    }
    fcap_problem problem = FCAP_PROBLEM_INIT;
    problem.x = x.buf;
    problem.n = x.len / (Py_ssize_t)sizeof(double) / d;
    problem.d = d;
    fcap_rules rules = FCAP_RULES_INIT;
    rules.k = k;
    fcap_options options;
    fcap_options_init(&options);
    options.method = FCAP_METHOD_KMEDOIDS;
    options.threads = 1;
    fcap_report report;
    fcap_error err;
    fcap_status status = FCAP_E_INTERNAL;
    Py_BEGIN_ALLOW_THREADS;
    status = fcap_cluster(&problem, &rules, &options, labels.buf, &report, &err);
    Py_END_ALLOW_THREADS;
    PyBuffer_Release(&x);
    PyBuffer_Release(&labels);
    if (status != FCAP_OK) {
        PyErr_SetString(PyExc_ValueError, err.message);
        return NULL;
    }
    return PyFloat_FromDouble(report.cost);
}

static PyObject *version(PyObject *self, PyObject *args) {
    (void)self;
    (void)args;
    return PyUnicode_FromString(fcap_version());
}

static PyMethodDef methods[] = {{"cluster", cluster, METH_VARARGS, NULL},
                                {"version", version, METH_NOARGS, NULL},
                                {NULL, NULL, 0, NULL}};
static struct PyModuleDef module = {.m_base = PyModuleDef_HEAD_INIT,
                                    .m_name = "python_limited",
                                    .m_size = -1,
                                    .m_methods = methods};

PyMODINIT_FUNC PyInit_python_limited(void) {
    return PyModule_Create(&module);
}
