// SPDX-License-Identifier: GPL-3.0-or-later
#include "translations/translator.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QTranslator>

namespace nestwright::translations {

namespace {

void load(QCoreApplication& application, const QLocale& locale, const QString& name, const QString& folder) {
    auto* translator = new QTranslator(&application);
    if (translator->load(locale, name, QStringLiteral("_"), folder))
        QCoreApplication::installTranslator(translator);
    else
        delete translator;
}

} // namespace

void install(QCoreApplication& application, const QLocale& locale) {
    load(application, locale, QStringLiteral("qtbase"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    // English comes first, for its plural forms: it shows wherever the locale has nothing better.
    load(application, QLocale(QLocale::English), QStringLiteral("nestwright"), QStringLiteral(":/i18n"));
    if (locale.language() != QLocale::English && locale.language() != QLocale::C) {
        load(application, locale, QStringLiteral("nestwright"), QStringLiteral(":/i18n"));
    }
}

} // namespace nestwright::translations
