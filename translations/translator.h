// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>

class QCoreApplication;

namespace nestwright::translations {

/// Loads the built-in translation of the program and Qt's own for the locale, as far as there are any.
void install(QCoreApplication& application, const QLocale& locale);

} // namespace nestwright::translations
