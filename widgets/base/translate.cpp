// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/translate.h"

#include <QCoreApplication>
#include <QLocale>

namespace nestwright {
namespace {

std::string localized(const MessageArgument& argument) {
    const QLocale locale;
    if (const auto* integer = std::get_if<std::int64_t>(&argument)) {
        return locale.toString(static_cast<qlonglong>(*integer)).toStdString();
    }
    if (const auto* real = std::get_if<double>(&argument)) return locale.toString(*real, 'g', 6).toStdString();
    return std::get<std::string>(argument);
}

} // namespace

QString translated(const Message& message) {
    const auto pattern = QCoreApplication::translate(message.id.c_str(), message.english.c_str());
    std::vector<std::string> arguments;
    arguments.reserve(message.arguments.size());
    for (const auto& argument : message.arguments) arguments.push_back(localized(argument));
    return QString::fromStdString(substitute(pattern.toStdString(), arguments));
}

} // namespace nestwright
